"""Rules for targeted faults, grouped by the label that they are made to reach."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from resources.domains.toolkit.rules import Rule, RuleInjector, Source
from resources.execution.outcome import Outcome

RulesByLabel = Mapping[Outcome, Iterable[Rule[Source]]]


class TargetedRuleInjector(RuleInjector[Source]):
    """Implements `TargetedFaults` for one language; `rules` is called when first needed, as RuleInjector's is."""

    def __init__(
        self, parse: Callable[[str], Source | None], rules: Callable[[], RulesByLabel[Source]], package: str
    ) -> None:
        super().__init__(parse, lambda: [rule for group in rules().values() for rule in group], package)
        self._by_label = rules

    @cached_property
    def targets(self) -> Mapping[str, Outcome]:
        return {rule.kind.name: label for label, group in self._by_label().items() for rule in group}
