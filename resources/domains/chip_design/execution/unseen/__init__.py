"""The search for what a design does where no stimulus has been. It runs in the sandbox, as the package `unseen`, with
nothing but the standard library and yosys-abc."""
