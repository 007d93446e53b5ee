"""A team's archive: sessions kept in one database, found again, and forgotten without a trace."""
