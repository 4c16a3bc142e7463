"""The JSON Schemas of all file formats, made from the forms."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from planner.wire.findings import OddsForm, WhyForm
from planner.wire.forms import AnswerForm, ScenarioForm

FORMS: dict[str, type[BaseModel]] = {
    "charge-scenario/1": ScenarioForm,
    "charge-answer/1": AnswerForm,
    "charge-odds/1": OddsForm,
    "charge-why/1": WhyForm,
}


def schemas() -> dict[str, dict[str, Any]]:
    """Give the JSON Schema of every format, by format name."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {name: {**head, **form.model_json_schema(), "title": name} for name, form in FORMS.items()}
