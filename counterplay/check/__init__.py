"""The conformance report: every way a game can break the contract, found and named."""
