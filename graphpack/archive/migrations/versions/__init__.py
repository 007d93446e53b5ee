"""One file for each step, its number first."""
