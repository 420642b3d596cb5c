"""Which licence a LICENSE file is: its whole text, compared with the texts that SPDX publishes.

A text with one sentence more or less (a non-commercial clause, "academic use only", a Commons Clause) is no licence
that is known, and what is not known is "". Fingerprints only, no texts; what may be done under a licence is a policy
and stands beside the asset of seeds.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping

MAXIMUM_BYTES = 1 << 16
"""The longest text known (GPL-3.0) has 35 kB; a longer file is not read to its end and so not known."""

_TITLES = frozenset(
    (
        "mit license|the mit license|the mit license mit|mit license mit|isc license|the isc license|"
        "bsd 2 clause license|bsd 2 clause simplified license|the 2 clause bsd license|bsd 3 clause license|"
        "bsd 3 clause new or revised license|the 3 clause bsd license|new bsd license|apache license|zlib license|"
        "the zlib license|bsd zero clause license|zero clause bsd|mit no attribution|boost software license"
    ).split("|")
)
"""Headings that people put above a licence's text or leave out."""

_NO_NAME = frozenset(
    "academic commercial commercially except following grant granted illegal license licensed licence licences must "
    "noncommercial non only permission permitted prohibited provided purposes restricted shall sell sold solely "
    "terms use used uses without may not".split()
)
"""Words that no copyright holder's name has: a line with one of them says something and stays."""

_BULLET = re.compile(r"^\s*(?:\(?(?:\d{1,2}|[a-z])[.)]|[*•-])\s+")
_COPYRIGHT = re.compile(r"^\W*(?:portions )?(?:(?:copyright:?|©|\(c\)) *)+(?:[\[<{]?(?:\d{4}|yyyy|year)|(?<=©|\)) *\w)")
"""A copyright line names a year, or has the sign: a sentence that a line break happens to begin there has neither."""
_OWNER = re.compile(r"neither the name of (?:\w+ ){1,12}?nor the names of (?:its|their|any) contributors")
_HOLDERS = re.compile(r"the (?:regents|authors?|copyright (?:holders?|owners?))(?= (?:and|or) contributors)")
_APACHE_END = " end of terms and conditions"
_APPENDICES = frozenset(("91de885a95c79c08268ac99e478c9549",))

KNOWN: Mapping[str, str] = {
    "0cf21bdfd1964a97a8615e1285348458": "MIT",
    "a181c333030f65ebcf2eabeca3493225": "MIT-0",
    "7bed11ada181e6a63598e2da423080dd": "ISC",
    "25a274d52b3014d9bd64e0f3362fd279": "0BSD",
    "c5cb44b340dfa97436d18371e401686d": "BSD-2-Clause",
    "14c7faa858b98af917890ecf8de476d8": "BSD-3-Clause",
    "b228b1088b761f923226ec5f7ef06e53": "Apache-2.0",
    "51c4bf27767d074bdefc84db7420b4c5": "CC0-1.0",
    "5a420304e4ee8ba71ba2cd638100bbbc": "CC-BY-3.0",
    "32101bf9b8db115991d590d75068bb50": "CC-BY-4.0",
    "7a4d92cdb11d254973a073803be1148a": "Unlicense",
    "9ddc78a5797b5008d488969fd959f428": "Zlib",
    "5fcf89bde8c0c2deb999f4cc626e1aeb": "BSL-1.0",
    "a98ada3100168abfd1e0c00e1afafca8": "NCSA",
    "3811c6a42bc9ff1e6966b89293842ac0": "PostgreSQL",
    "6cffa606d4960a0fadb3c8161a99b92c": "BlueOak-1.0.0",
    "763913484d975a869c8b76406e5e8e3d": "UPL-1.0",
    "3391a247d5d49e5464432c2b66075440": "MulanPSL-2.0",
    "020ee0be7cedf4ad3afbff5b94bc9288": "ECL-2.0",
    "2dfe1b34527a994a59df4a63ad05e59b": "SHL-0.51",
    "cd8d8c67dcdd23e742af9e76055330be": "CERN-OHL-P-2.0",
    "9023c82198f2c9c1e62d85950faf2dc9": "MPL-2.0",
    "17d79c28feaab57a9d0e1255406d9589": "EPL-2.0",
    "0ef07e38410b65d81130ef7495063d05": "Artistic-2.0",
    "bfec01522f8a7af109667b8b89ad1e64": "GPL-2.0-only",
    "a32121fb51a2470d8fc22542b4c83230": "GPL-3.0-only",
    "79f1a9d560e7d5c114de2493d40a4faf": "LGPL-2.1-only",
    "4ecbc6e5853b89c91e4c54184784ea87": "LGPL-3.0-only",
    "4af414ba744a26476b0b1512dd3855f1": "AGPL-3.0-only",
    "096867ff5621f91955928b3ef897630f": "CC-BY-SA-4.0",
    "e0d120c2d4f547fd878d83b50a9a153a": "CC-BY-NC-4.0",
    "b13778d2e510324b6371daaacb64b8eb": "CC-BY-NC-SA-4.0",
    "bc370ad40156ef7c8ca773b6657ee07e": "CC-BY-ND-4.0",
    "fd54e33119da65228c00711fe78abe35": "BUSL-1.1",
    "a3039e9abbc26e3acd64c4b6ab236567": "SSPL-1.0",
    "39c7268402d5da7ae13ab430446432c6": "Elastic-2.0",
    "488977fd7557c77da71ac3c7245fe79d": "MIT",
    "1d853c80efe5ceb4de7b2f36ad97f565": "GPL-3.0-only",
    "0404a4fe74b7e6fc09485cc7bf66458e": "GPL-2.0-only",
    "835f78ebf852284b0f636338674335d2": "LGPL-2.1-only",
    "cb8c0f424bdd5c42a0b18285893829d9": "LGPL-3.0-only",
    "fc6db10715dd3f8d6886221817f28e35": "MPL-2.0",
}
"""SHA-256 over a text's words, first 32 digits → its SPDX identifier. The texts of the SPDX list; the last are
verilog-eval's file (two MIT texts), and the Free Software Foundation's and Mozilla's own files, a few words apart."""


def licence_identifier(text: str) -> str:
    """The SPDX identifier of a licence's whole text; "" when it is none of those known, word by word."""
    return KNOWN.get(text_fingerprint(text), "")


def text_fingerprint(text: str) -> str:
    """A hash over the words that make the licence: titles, bullets, copyright lines and holders' names left out."""
    return hashlib.sha256(_words(text).encode()).hexdigest()[:32]


def _words(text: str) -> str:
    spoken = " ".join(_spoken(unicodedata.normalize("NFKC", text).splitlines()))
    words = " ".join(re.findall(r"[^\W_]+", spoken.casefold()))
    words = _OWNER.sub("neither the name of the owner nor the names of its contributors", words)
    return _without_appendix(_HOLDERS.sub("the copyright holders", words))


def _spoken(lines: list[str]) -> Iterator[str]:
    """The lines that say something: no titles, no copyright lines, no line of names on which one of those goes on."""
    in_notice = False
    for line in lines:
        words = re.findall(r"[^\W_]+", line.casefold())
        if " ".join(words) in _TITLES or words == ["all", "rights", "reserved"]:
            continue
        begins, goes_on = bool(_COPYRIGHT.match(line.casefold())), in_notice and _only_names(line)
        in_notice = (begins or goes_on) and len(words) <= 24 and not _NO_NAME.intersection(words)
        if not in_notice:
            yield _BULLET.sub("", line)


def _only_names(line: str) -> bool:
    words = re.findall(r"[^\W_]+", line)
    return bool(words) and all(not word[0].islower() or word in ("and", "of", "the", "for", "at") for word in words)


def _without_appendix(words: str) -> str:
    """Apache's text ends before an appendix that says how to apply it; some files have it, some do not."""
    head, end, tail = words.partition(_APACHE_END)
    appendix = not tail or hashlib.sha256(tail.encode()).hexdigest()[:32] in _APPENDICES
    return head + end if end and appendix else words
