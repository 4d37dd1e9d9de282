"""Critical difference diagrams."""
