"""The first message of a process waits for no pattern to be compiled: all that are, are when the process starts."""

import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[3]
SCRIPT = """
import re
from memory.core.extraction.changes import changes
from memory.core.extraction.extraction import extract
from memory.core.facts.slots import cued_slots
from memory.core.forgetting.forget_requests import find_forgotten, forget_requests

compiled = []
compile_one = re._compiler.compile
re._compiler.compile = lambda pattern, flags=0: compiled.append(pattern) or compile_one(pattern, flags)
told = dict(source=dict(thread="t", conversation="c", message="m", entry="e"), observed_at="2026-03-01T10:00:00+00:00")
for text in ("Hi! I live in Lisbon and love jazz.", "Remember that my locker is 42, my exam is next Friday.",
             "我住在里斯本，下周三考试", "記住我對花生過敏", "my card is 4111 1111 1111 1111"):
    facts = extract(text, **told)
    changes("No wait, I meant Porto. 不对，是波尔图。", facts, before="m", time_zone="UTC", **told)
    cued_slots(text), forget_requests("Forget that I live in Lisbon. 忘掉我的生日"), find_forgotten("my job", facts)
print(compiled)
"""


@pytest.mark.process
def test_the_first_message_compiles_nothing():
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
