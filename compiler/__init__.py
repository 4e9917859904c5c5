"""Compiles YAML specs into proved, runnable tasks. Knows no world."""
