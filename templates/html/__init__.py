"""Templates, style sheets and the script of report.html and report.pdf."""
