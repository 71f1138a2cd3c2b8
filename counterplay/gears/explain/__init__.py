"""Why something cannot be compiled or failed, in a sentence."""
