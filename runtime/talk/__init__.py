"""Talks before sleep and after waking: pure worlds, no model in them."""
