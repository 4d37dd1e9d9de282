"""How a study came about: what its author says, what the scores tell, what nobody says, and what of it is a pitfall."""
