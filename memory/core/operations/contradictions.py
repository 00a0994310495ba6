"""Settings that are each right and together make no sense; what readers of settings refuse is not repeated here."""

from collections.abc import Mapping

_OFFLINE = "offline"
_LOG_IN = ("HOLDFAST_JWT_JWKS_URL", "HOLDFAST_JWT_SECRET", "HOLDFAST_API_KEYS")


def contradictions(settings: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return what makes no sense among settings that are not blank, each with its remedy; it shows no value."""
    told: list[tuple[str, str]] = []
    model, logs_in = settings.get("HOLDFAST_MODEL", _OFFLINE), any(name in settings for name in _LOG_IN)
    if model == _OFFLINE:
        told += [
            (f"{name} is set, and the offline model answers: nothing is sent anywhere", "Set HOLDFAST_MODEL too.")
            for name in ("HOLDFAST_BASE_URL", "HOLDFAST_API_KEY")
            if name in settings and not _has_other_model(settings)
        ]
    if settings.get("HOLDFAST_FALLBACK_MODEL") == model:
        told.append(("HOLDFAST_FALLBACK_MODEL is the model that failed", "Name another model, or leave it out."))
    if "HOLDFAST_BACKUPS_KEPT" in settings and "HOLDFAST_BACKUP_HOURS" not in settings:
        told.append(("HOLDFAST_BACKUPS_KEPT is set, and no backup is made by schedule", "Set HOLDFAST_BACKUP_HOURS."))
    if "HOLDFAST_SECRET" not in settings and (logs_in or "HOLDFAST_DATABASE_URI" in settings):
        told.append(
            (
                "HOLDFAST_SECRET is the one everybody knows: who has the database can test which users were erased",
                "Set one of your own before the first real user; a later change forgets who was erased.",
            )
        )
    if logs_in and "HOLDFAST_USER" in settings:
        told.append(("HOLDFAST_USER has no meaning where users log in", "Leave it out."))
    if logs_in and "*" in settings.get("HOLDFAST_CORS_ORIGINS", ""):
        told.append(("HOLDFAST_CORS_ORIGINS lets the pages of every site call the server", "Name your own origins."))
    return told


def _has_other_model(settings: Mapping[str, str]) -> bool:
    return any(
        name.endswith(("_MODEL", "_EMBEDDINGS")) and settings[name] not in {_OFFLINE, "none"} for name in settings
    )
