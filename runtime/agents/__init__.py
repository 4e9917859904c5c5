"""Policies that choose an action from an observation."""
