"""Markdown templates of the report and of its tables."""
