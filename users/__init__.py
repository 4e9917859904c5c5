"""Simulated people: personas and how they talk. The talk worlds build on it."""
