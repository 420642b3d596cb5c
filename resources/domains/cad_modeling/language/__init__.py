"""CadQuery scripts as text: the parsed form, the words that the allow list knows, and CadQuery's interface as data."""
