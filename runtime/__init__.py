"""Runs agents in worlds, under Inspect, and reports. Imports nothing by itself."""
