"""What the domains' simulators are built of: halting and budgets. Their protocol is `resources.domains.simulation`."""
