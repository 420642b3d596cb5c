"""The viewer's list as metadata on an asset's page: a link where an address is known, else what to type."""

from collections.abc import Mapping

import dagster as dg

from assets.viewer_address import how_to_list, list_url


def viewer_link(filters: Mapping[str, str]) -> dg.MetadataValue[str]:
    url = list_url(filters)
    return dg.MetadataValue.url(url) if url else dg.MetadataValue.text(how_to_list(filters))
