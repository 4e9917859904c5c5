"""Policies that choose an action from an observation.

The face: `AGENTS` names them all, `run_episode` lets one act in a task.
"""
