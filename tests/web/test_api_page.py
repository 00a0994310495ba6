"""docs/api.md tells the routes as they are."""

from pathlib import Path

from memory.web.api_page import page
from memory.web.app import app

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def test_the_page_of_the_api_is_made_from_the_routes():
    assert PAGE.read_text() == page(app.openapi()), "run `make api-docs`"


def test_each_route_and_each_shape_of_an_answer_is_on_it():
    text, spec = PAGE.read_text(), app.openapi()
    for path, item in spec["paths"].items():
        for method in item:
            assert f"### {method.upper()} {path}\n" in text
    assert [name for name in spec["components"]["schemas"] if f"### {name}\n" not in text] == []
