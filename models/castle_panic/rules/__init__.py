"""The rules of the base game, one module a topic. Everything here runs compiled or plain (see castlewise.models.kernel).

Arguments are always the rules in force, then the state, then what the rule is about. Rules change the state in place; who wants to keep it copies it first.
"""
