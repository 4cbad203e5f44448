"""Tests of the room where decisions are found: policies and simulation."""
