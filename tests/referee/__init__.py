"""A second, deliberately plain implementation of the games, used in tests to check the engine."""
