"""The steps from one version of the tables to the next; each is a file that never changes."""
