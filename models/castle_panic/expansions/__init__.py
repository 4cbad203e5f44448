"""The boxes that add to Castle Panic, a folder each."""
