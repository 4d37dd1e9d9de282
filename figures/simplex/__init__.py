"""Posterior distributions of three outcomes in a triangle."""
