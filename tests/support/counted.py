"""How far Holdfast's metrics moved while something was done."""

from prometheus_client import REGISTRY


class Counted:
    """Counters and counts of histograms that changed since it was made."""

    """How far samples moved since it was made."""

    def __init__(self) -> None:
        self._before = self._now()

    def moved(self) -> dict[str, float]:
        """What changed: by name and labels, how much."""
        now = self._now()
        return {name: now[name] - self._before.get(name, 0) for name in now if now[name] != self._before.get(name, 0)}

    @staticmethod
    def _now() -> dict[str, float]:
        return {
            " ".join([sample.name, *sample.labels.values()]): sample.value
            for metric in REGISTRY.collect()
            if metric.name.startswith("holdfast_")
            for sample in metric.samples
            if sample.name.endswith(("_total", "_count"))
        }
