"""The MultiTest graph."""
