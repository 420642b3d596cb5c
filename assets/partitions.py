"""The partition key of the whole graph: the domain. Follows from the folders under `resources/domains`."""

import dagster as dg

from resources.domains.registry import load_domains

DOMAIN_PARTITIONS = dg.StaticPartitionsDefinition(list(load_domains()))
