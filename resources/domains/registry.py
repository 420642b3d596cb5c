"""Finds the domains: every package beside this file that has a `domain` module with a `DOMAIN`, and those that other
distributions declare as entry points of the group `icwm.domains`.

Knows no domain by name. What reads text of others in them does it in a reader (`readers`).
"""

import importlib
import importlib.util
import pkgutil
from functools import cache
from importlib.metadata import EntryPoint, entry_points

import resources.domains as domains_package
from resources.domains.domain import Domain
from resources.domains.readers import read_apart

GROUP = "icwm.domains"
"""An entry point's name is the domain's, its value `package.domain:DOMAIN`."""


class DomainUnusable(Exception):
    """A domain of another distribution that cannot be had. The message names the distribution, and what to mend."""


@cache
def load_domains() -> dict[str, Domain]:
    """Name → domain, in alphabetical order of names. Raises DomainUnusable."""
    own: list[Domain] = [importlib.import_module(_module(folder)).DOMAIN for folder in _folders()]
    domains = {domain.name: domain for domain in own}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        if entry.name in domains:
            raise DomainUnusable(f"{_said(entry)}: there is a domain of that name already; uninstall one of them")
        domains[entry.name] = _installed(entry)
    return {name: read_apart(domain) for name, domain in sorted(domains.items())}


def _folders() -> list[str]:
    """Of the domains beside this file."""
    packages = [module.name for module in pkgutil.iter_modules(domains_package.__path__) if module.ispkg]
    return [name for name in packages if importlib.util.find_spec(_module(name)) is not None]


def _module(folder: str) -> str:
    return f"{domains_package.__name__}.{folder}.domain"


def _installed(entry: EntryPoint) -> Domain:
    """As the folder of a domain would be: readers import it by its package's name."""
    try:
        domain: Domain = entry.load()
        place = (domain.name, f"{domain.package}.domain", "DOMAIN")
    except Exception as error:
        raise DomainUnusable(f"{_said(entry)}: {type(error).__name__}: {error}") from error
    if place != (entry.name, entry.module, entry.attr):
        raise DomainUnusable(f"{_said(entry)}: write it as `{place[0]} = {place[1]}:{place[2]}`")
    return domain


def _said(entry: EntryPoint) -> str:
    distribution = f" of {entry.dist.name}" if entry.dist is not None else ""
    return f"the domain {entry.name!r}{distribution} ({entry.value}) cannot be used"


def domain_names() -> list[str]:
    """Sorted, without importing any of them."""
    return sorted({*_folders(), *(entry.name for entry in entry_points(group=GROUP))})


def get_domain(name: str) -> Domain:
    """The domain of that name; ValueError names those that exist."""
    domains = load_domains()
    if name not in domains:
        raise ValueError(f"no domain {name!r}; there are: {', '.join(domains)}")
    return domains[name]
