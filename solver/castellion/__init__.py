"""Players for Castellion."""
