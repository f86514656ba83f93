"""Tests the image of a feature, the plan of Tests/ExampleHost's tour: pages show it, and every other door says its text."""

import subprocess

import pytest
from playwright.sync_api import expect

from host import Host, eventually
from pages import wait_settled
from terminals import PyteTerminal
from test_clinic import BINARY

TEXT = "Two rooms and a yard, seen from above"


@pytest.fixture(scope="module")
def clinic(tmp_path_factory):
    host = Host(tmp_path_factory.mktemp("clinic"), binary=BINARY).start()
    yield host
    host.stop()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
@pytest.mark.parametrize("width", [1280, 320])
def test_a_page_shows_the_image_within_the_window(clinic, open_page, scripts, width):
    page = open_page(
        clinic.address + "/features/tour", java_script_enabled=scripts, viewport={"width": width, "height": 700})
    wait_settled(page)
    image = page.get_by_role("img", name=TEXT)
    expect(image).to_be_visible()
    eventually(lambda: image.evaluate("node => node.complete && node.naturalWidth") == 280, "the bytes of the image")
    box = image.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    # The image keeps its shape.
    assert abs(box["width"] / box["height"] - 280 / 120) < 0.05


def test_other_doors_say_the_text_of_the_image(clinic):
    command = [str(clinic.binary), "launch", "tour"]
    once = subprocess.run(command, capture_output=True, text=True, timeout=30, env=clinic.environment)
    assert f"  Image: {TEXT}\n" in once.stdout
    plain = subprocess.run(
        command + ["--plain"], input="q\n", capture_output=True, text=True, timeout=30, env=clinic.environment)
    assert f"  Image: {TEXT}\n" in plain.stdout
    terminal = PyteTerminal(command, clinic.environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"})
    eventually(lambda: "Image: Two rooms" in terminal.text(), "the text")
    terminal.press("q")
    terminal.close()
