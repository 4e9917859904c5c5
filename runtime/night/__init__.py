"""The night world: a replayed recording, a sleeper who may wake, a phone."""
