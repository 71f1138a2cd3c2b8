"""Names, parameters, values and reports as people write them."""
