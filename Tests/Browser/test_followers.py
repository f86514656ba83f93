"""Tests that a session with a search shows what another process does to the records, with each engine."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from host import Host, eventually
from stores import POSTGRESQL, new_database


@pytest.fixture(params=["SQLite", POSTGRESQL])
def host(request, tmp_path):
    host = Host(tmp_path)
    if request.param == "PostgreSQL":
        host.environment["FEATUREHOST_DATABASE"] = new_database()
    host.start()
    yield host
    host.stop()


def shows(host, session, *titles, what):
    eventually(lambda: [title for title, _ in host.rows(session)] == list(titles), what, seconds=30)


def test_a_search_shows_what_another_process_does(host):
    session = host.open("doggy", search="labrad", order="name")

    def run(action, **arguments):
        host.run("perform", "doggy", action, *(f"{name}={value}" for name, value in arguments.items()))

    shows(host, session, "Alfred Labrador", "Lucky Labrador", what="the sample is shown")
    run("edit", id=2, name="Labradoodle")
    shows(host, session, "Alfred Labrador", "Labradoodle Doberman", "Lucky Labrador", what="a dog begins to match")
    run("edit", id=1, name="Zoe")
    shows(host, session, "Labradoodle Doberman", "Lucky Labrador", "Zoe Labrador", what="a dog moves")
    run("edit", id=2, name="Vinny")
    shows(host, session, "Lucky Labrador", "Zoe Labrador", what="a dog ceases to match")
    run("adopt", name="Rex", breed="Bulldog", age=2)
    run("adopt", name="Max", breed="Labrador", age=2)
    shows(host, session, "Lucky Labrador", "Max Labrador", "Zoe Labrador", what="only a dog that matches comes")
    run("release", id=host.key(session, "Max Labrador"))
    run("release", id=3)
    shows(host, session, "Zoe Labrador", what="dogs go")


def test_a_count_follows_another_process(host):
    dogs = host.folder / "dogs.csv"
    dogs.write_text("name,breed,age\n" + "".join(f"Dog {number},Bulldog,1\n" for number in range(60)))
    host.run("import", "doggy", str(dogs))
    session = host.open("doggy", search="bulldog")

    def counts(number):
        def total():
            return next(each for each in host.screen(session)["elements"] if each["kind"] == "list").get("total")

        eventually(lambda: total() == {"count": number, "exact": True}, f"the total is {number}", seconds=30)

    counts(60)
    host.run("import", "doggy", str(dogs))
    counts(120)
    host.run("perform", "doggy", "adopt", "name=Rex", "breed=Labrador", "age=1")
    host.run("perform", "doggy", "adopt", "name=Rex", "breed=Bulldog", "age=1")
    counts(121)


def test_a_command_ends_cleanly_while_its_connections_are_being_opened(host):
    """A command that has its result does not wait for the connection that follows changes."""
    with ThreadPoolExecutor(8) as pool:
        screens = list(pool.map(lambda _: host.run("launch", "doggy"), range(40)))
    assert all("Lucky Labrador" in screen for screen in screens)
