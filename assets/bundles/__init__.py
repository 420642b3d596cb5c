"""environment_bundles: seeds packaged for execution, certified by running them."""
