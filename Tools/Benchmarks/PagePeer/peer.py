"""Stored dogs as a page and as JSON by FastAPI, Jinja2, pydantic and sqlite3, in one worker: peer.py DATABASE.

The page has the same table as the page of the feature doggy: each row has a link and three buttons. uvicorn runs as it is
installed, without httptools and uvloop, which make it about four times as fast. The program creates
the database with fifty dogs and prints its address.
"""

import random
import socket
import sqlite3
import sys
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel

app = FastAPI()
templates = Jinja2Templates(Path(__file__).parent)
database = sqlite3.connect(sys.argv[1])
database.row_factory = sqlite3.Row


class Dog(BaseModel):
    id: str
    name: str
    breed: str
    age: int
    revision: int


def fill():
    draw = random.Random(1)
    database.execute("CREATE TABLE dog (id TEXT PRIMARY KEY, name TEXT, breed TEXT, age INTEGER, revision INTEGER)")
    database.executemany(
        "INSERT INTO dog VALUES (?, ?, ?, ?, ?)",
        [(str(number), f"Dog {number}", draw.choice(["Bulldog", "Doberman", "Labrador"]), draw.randint(0, 30), number)
         for number in range(50)])
    database.commit()


# An `async` function runs on the event loop, which is faster than the pool of threads.
@app.get("/dogs", response_class=HTMLResponse)
async def dogs(request: Request):
    rows = database.execute("SELECT * FROM dog ORDER BY rowid LIMIT 50").fetchall()
    return templates.TemplateResponse(request, "dogs.html", {"rows": rows})


@app.get("/dogs.json")
async def dogs_as_json() -> list[Dog]:
    rows = database.execute("SELECT * FROM dog ORDER BY rowid LIMIT 50").fetchall()
    return [Dog(**row) for row in rows]


fill()
listener = socket.create_server(("127.0.0.1", 0))
print(f"Listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False)).run([listener])
