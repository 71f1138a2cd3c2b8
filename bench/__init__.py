"""Side-by-side measurements: our figure over a reference's, both taken in the same run by CPU time, by turns."""
