"""Finds the domains: every package beside this file that has a `domain` module with a `DOMAIN`.

Knows no domain by name. What reads text of others in them does it in a reader (`readers`).
"""

import importlib
import importlib.util
import pkgutil
from functools import cache

import resources.domains as domains_package
from resources.domains.domain import Domain
from resources.domains.readers import read_apart


@cache
def load_domains() -> dict[str, Domain]:
    """Name → domain, in alphabetical order of names."""
    domains: dict[str, Domain] = {}
    for module in sorted(pkgutil.iter_modules(domains_package.__path__), key=lambda item: item.name):
        name = f"{domains_package.__name__}.{module.name}.domain"
        if module.ispkg and importlib.util.find_spec(name) is not None:
            domain = read_apart(importlib.import_module(name).DOMAIN)
            domains[domain.name] = domain
    return domains


def get_domain(name: str) -> Domain:
    """The domain of that name; ValueError names those that exist."""
    domains = load_domains()
    if name not in domains:
        raise ValueError(f"no domain {name!r}; there are: {', '.join(domains)}")
    return domains[name]
