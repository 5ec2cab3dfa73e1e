"""What all games and all layers share: pure, and made of the standard library alone."""
