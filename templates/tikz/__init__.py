"""TikZ templates of figures."""
