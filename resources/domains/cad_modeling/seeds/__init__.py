"""The built-in library: task folders by tier and topic, and the reader of them."""
