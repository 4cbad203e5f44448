"""Castle Panic's own parts of decision making."""
