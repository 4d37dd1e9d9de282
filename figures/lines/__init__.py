"""Lines with bands: what changes with a setting."""
