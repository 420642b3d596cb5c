"""What a shell completes: names that can be had without reading a home."""

from orchestration.settings import read_settings


def domains(incomplete: str) -> list[str]:
    from resources.domains.registry import domain_names

    return [name for name in domain_names() if name.startswith(incomplete)]


def profiles(incomplete: str) -> list[str]:
    return sorted(path.stem for path in read_settings().profiles.glob("*.yaml") if path.stem.startswith(incomplete))


def exams(incomplete: str) -> list[str]:
    from assets.exam.exam_set import OF_EACH_DOMAIN, exam_sets

    return [name for name in (*OF_EACH_DOMAIN, *exam_sets()) if name.startswith(incomplete)]


def importers(incomplete: str) -> list[str]:
    from resources.domains.registry import load_domains

    names = (one.name for domain in load_domains().values() for one in domain.importers)
    return sorted(name for name in names if name.startswith(incomplete))
