"""Castle Panic: the base game in both editions."""
