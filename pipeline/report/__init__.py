"""The parts of a report: tables, prose, macros, and how they are set in LaTeX, HTML, PDF, CSV and JSON."""
