"""The rules of Castellion, one module a topic. `turn` runs from node to node, `game` is the contract inside the kernel."""
