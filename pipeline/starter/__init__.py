"""Studies to begin with: an example that builds as it stands, or a spec for scores that the user has."""
