"""Tasks of CAD modelling: the built-in parts as folders of data, importers of public sets, and the interface text."""
