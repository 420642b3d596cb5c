"""The experiment "it learns": rounds of collect, train, amplify, audit and correct, and what each champion knows."""
