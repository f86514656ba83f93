"""Tests the API against its OpenAPI document: schemathesis sends valid and invalid requests and checks the answers."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

SEED = 20_240_229
EXAMPLES = 10


@pytest.fixture(scope="module")
def documented(shared):
    status, _, text = shared.ask("GET", "/openapi.json")
    if status != 200:
        pytest.skip(f"the host has no /openapi.json: {status}")
    return json.loads(text)


def test_the_openapi_document_is_valid(documented):
    assert documented["openapi"].startswith("3.1")
    errors = [f"{list(error.path)}: {error.message}" for error in OpenAPIV31SpecValidator(documented).iter_errors()]
    assert not errors


def test_the_api_matches_its_openapi_document(documented, start_host, tmp_path):
    # The test sends latencies of up to an hour, so the host has a short time limit for its answers. A presenter may
    # refuse input that follows every rule of the document, such as renaming a missing dog. The document declares 422
    # for this, but cannot describe the values.
    host = start_host("--answer-limit", "300ms")
    run = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "--config-file", Path(__file__).with_name("schemathesis.toml"),
         "run", f"{host.address}/openapi.json", "--exclude-checks", "positive_data_acceptance", "--max-examples", str(EXAMPLES),
         "--seed", str(SEED), "--generation-database", "none", "--request-timeout", "10", "--continue-on-failure",
         "--no-color", "--warnings", "off"],
        cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert run.returncode == 0, run.stdout
    assert host.ask("GET", "/livez")[0] == 200
