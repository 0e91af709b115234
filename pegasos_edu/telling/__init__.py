"""What a player is told of a run: its record, in numbers, pictures and sentences."""
