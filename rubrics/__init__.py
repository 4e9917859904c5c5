"""What a good night is: gates, timing and the statistics of many trials."""
