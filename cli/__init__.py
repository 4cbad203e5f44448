"""The castlewise command."""
