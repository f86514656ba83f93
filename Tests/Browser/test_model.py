"""Compares random actions of several persons, through two processes on one store, with a model in plain Python.

The calls come in sessions, in one shot and as commands. MODEL_SEED repeats the calls of a failure. MODEL_CALLS is the
number of calls.
"""

import os
import secrets
from urllib.parse import urlencode

import pytest

from host import eventually
from records_model import DOGS
from shown import rows_of
from stores import POSTGRESQL, call, read_history, running_hosts
from walk import Walk

CALLS = int(os.environ.get("MODEL_CALLS", 120))
SEED = int(os.environ.get("MODEL_SEED", secrets.randbits(32)))


@pytest.mark.parametrize(("engine", "count"), [
    pytest.param("SQLite", 2, id="SQLite"), pytest.param("memory", 1, id="memory"),
    pytest.param(*POSTGRESQL.values, 2, id="PostgreSQL", marks=POSTGRESQL.marks)])
def test_random_actions_do_what_the_model_says(engine, count, tmp_path):
    print(f"MODEL_SEED={SEED} MODEL_CALLS={CALLS}")
    with running_hosts(engine, count, tmp_path) as hosts:
        walk = Walk(hosts, SEED)
        walk.run(CALLS)
        print(walk.counts)


@pytest.mark.parametrize("options", [{}, {"order": "age"}], ids=["as inserted", "in another order"])
@pytest.mark.parametrize("is_one_shot", [True, False], ids=["in one shot", "in a session"])
def test_an_answer_shows_a_changed_record_that_another_process_has_just_added(options, is_one_shot, tmp_path):
    with running_hosts("SQLite", 2, tmp_path) as (adding, changing):
        feature = {"feature": "doggy", "options": options}
        session = call(changing, "pat", "POST", "/api/sessions", feature).body["session"]
        place, query = ("features/doggy", f"?{urlencode(options)}") if is_one_shot else (f"sessions/{session}", "")

        def shown(*request):
            return [row[0] for row in rows_of(call(changing, "pat", *request).body["screen"])]

        for _ in range(5):
            # The changing process knows the page of the list, and learns a moment later that it has changed.
            call(changing, "pat", "GET", f"/api/features/doggy/screen{query}")
            call(adding, "pat", "POST", "/api/features/doggy/actions/adopt", DOGS.sample[0])
            id = read_history(adding, "pat", "doggy", 1)[0]["record"]
            ids = shown("POST", f"/api/{place}/actions/birthday{query}", {"id": id})
            assert id in ids, "the answer does not show the dog that it has changed"
            eventually(lambda: id in shown("GET", f"/api/sessions/{session}"), "the dog is shown")
