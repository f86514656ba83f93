"""Adds and removes features. Tools/new-feature and Tools/remove-feature run this script.

A new feature is a copy of Tools/NewFeature/Templates. A feature consists of a folder for its module, a folder for its
tests, an entry in the array `features` of Package.swift, and an import and an entry in the catalogue. Both commands
change all of these or none. A record under .build/new-feature lists the written files, so that remove-feature detects
later changes.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from difflib import get_close_matches
from pathlib import Path

from fields import DEFAULT_FIELDS, KINDS, Refused, fill, parse_fields

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = Path(__file__).resolve().parent / "Templates"
PACKAGE = Path("Package.swift")
CATALOGUE = Path("Apps/FeatureCatalog/FeatureCatalog.swift")
NAME_LIMIT = 40

NEW_USAGE = f"""Tools/new-feature NAME [--fields FIELD:KIND,...] [--no-build]

Writes Modules/NAMEFeature and Tests/NAMEFeatureTests, registers the feature in Package.swift and in the catalogue,
builds everything, and runs the feature's tests and the contract of all features. Undoes everything if that fails.

  NAME         an UpperCamelCase name: Weather, BankAccount
  --fields     the fields of an entry; the default is {DEFAULT_FIELDS}. The first field is the entry's title
               kinds: {', '.join(KINDS)}
               a choice lists its texts: severity:Low|High. Lists have a filter for each choice and each boolean
  --no-build   writes and formats the files, but does not build or test

Example: Tools/new-feature Weather --fields 'place:text,degrees:decimal,sky:Clear|Cloudy,notes:lines'"""

REMOVE_USAGE = """Tools/remove-feature NAME [--force]

Removes what Tools/new-feature wrote: the feature's folders and its lines in Package.swift and the catalogue. Refuses if
that would lose changed files that are not committed.

  --force      removes them anyway

Example: Tools/remove-feature Weather"""

# The Swift types that the code of a feature uses. A feature must not declare a type with one of these names.
SWIFT_TYPES = set(
    """Any AnyObject Array AsyncSequence AsyncStream Bool CancellationError Character ClosedRange Clock Codable
    Collection Comparable Decodable Decoder Dictionary Double Duration Element Encodable Encoder Equatable Error Float
    Hashable Identifiable Int Int64 Issue Iterator Main Mirror Never Optional Protocol Range RawRepresentable Result Self
    Sendable Sequence Set String Suite Swift Tag Task Test Testing Trait Type UInt Void""".split())

TYPE = re.compile(
    r"^(?:public|package|open) (?:\w+ )*(?:struct|class|enum|protocol|actor|typealias) (\w+)", re.MULTILINE)
RECORD = re.compile(r"\b(?:struct|class|enum) (\w+)[^:{\n]*:[^{\n]*\b(?:Record|Person)\b")
FEATURE_ID = re.compile(r'\bid: "([a-z][a-z0-9-]*)"')
FEATURES = re.compile(r"(?<=^let features = \[\n)(?:    \"[A-Z]\w*\",\n)*(?=\]\n)", re.MULTILINE)
IMPORTS = re.compile(r"\A(?:(?:public |package )?import \w+\n)+(?=\n)")
# The pattern matches up to three nested levels of parentheses. Two entries on one line are therefore two matches.
ARGUMENTS = r"\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)"
ENTRIES = re.compile(
    rf"(?<=^        return try FeatureRegistry\(\[\n)(?:            \w+Feature{ARGUMENTS},\n)*(?=        \]\)\n)",
    re.MULTILINE)
# Patterns that match the two lists of features in any layout. They are enough to remove an entry.
ANY_FEATURES = re.compile(r"(?<=^let features = \[\n).*?(?=^\]\n)", re.MULTILINE | re.DOTALL)
ANY_ENTRIES = re.compile(
    r"(?<=^        return try FeatureRegistry\(\[\n).*?(?=^        \]\)\n)", re.MULTILINE | re.DOTALL)
# A token is a whole comment, a whole string literal or one character. Commas and brackets inside comments and literals
# do not count.
TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|.", re.DOTALL)


class Failed(Exception):
    """A failure that the user did not cause, with its exit code."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


class Interrupted(Exception):
    """The error for a signal that ends the command."""


def words(name):
    """Splits a name into words: `BankAccount` into `bank` and `account`, `URLWatch` into `URL` and `watch`."""
    found = re.findall(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+", name)
    return [word if len(word) > 1 and word.isupper() else word.lower() for word in found]


def title(name):
    text = " ".join(words(name))
    return text[:1].upper() + text[1:]


def identifier(name):
    return "-".join(word.lower() for word in words(name))


def suggestion(name):
    """Returns a suggestion of the intended name, or an empty text if there is none."""
    parts = re.findall(r"[A-Za-z0-9]+", name)
    camel = "".join(part[:1].upper() + part[1:] for part in parts)
    camel = re.sub(r"(?<=.)Feature$", "", camel)
    return f"; try '{camel}'" if re.fullmatch(r"[A-Z]\w{,39}", camel) and camel != name else ""


def read(path):
    try:
        return (ROOT / path).read_bytes().decode()  # read bytes, because reading text would change the line ends
    except FileNotFoundError:
        raise Failed(f"there is no {path} in {ROOT}; is this the repository's root?") from None


# ---------------------------------------------------------------- reading and editing lists

def names_in_package(text):
    block = FEATURES.search(text)
    if not block or len(FEATURES.findall(text)) != 1:
        raise Failed(
            f"{PACKAGE} must have one array `let features = [` with one name on each line; nothing was done")
    return re.findall(r'"(\w+)"', block[0])


def with_line(text, pattern, line, key):
    """Inserts a line, in sorted order, into the block of lines that matches a pattern."""
    block = pattern.search(text)
    lines = block[0].splitlines(keepends=True)
    index = next((i for i, other in enumerate(lines) if key(other) > key(line)), len(lines))
    lines.insert(index, line)
    return text[:block.start()] + "".join(lines) + text[block.end():]


def without_line(text, pattern, is_gone):
    block = pattern.search(text)
    lines = [line for line in block[0].splitlines(keepends=True) if not is_gone(line)]
    return text[:block.start()] + "".join(lines) + text[block.end():]


def entries(text):
    """Returns the start, end and code of each entry of a list, without the comma after the entry."""
    found, depth, start, end, code = [], 0, None, None, ""

    def close():
        if code:
            found.append((start, end, code))

    for token in TOKEN.finditer(text):
        part = token[0]
        if part.isspace() or part.startswith(("//", "/*")):
            continue
        depth += (part in "([{") - (part in ")]}")
        if part == "," and depth == 0:
            close()
            code = ""
            continue
        start, end, code = (start if code else token.start()), token.end(), code + part
    close()
    return found


def without_entry(text, pattern, is_gone):
    """Returns the text without the matching entries. Other code on the same lines stays."""
    block = pattern.search(text)
    if not block:
        return text
    listed = block[0]
    for start, end, code in reversed(entries(listed)):
        if not is_gone(code):
            continue
        after = re.match(r"(?:\s*,)?[ \t]*", listed[end:]).end() + end
        line = listed.rfind("\n", 0, start) + 1
        if not listed[line:start].strip() and (rest := re.match(r"(?://[^\n]*)?\n", listed[after:])):
            start, after = line, after + rest.end()  # Remove the whole line if it contains nothing else.
        listed = listed[:start] + listed[after:]
    return text[:block.start()] + re.sub(r"[ \t]+$", "", listed, flags=re.MULTILINE) + text[block.end():]


def check_catalogue(text):
    for pattern, what in (
            (IMPORTS, "imports at its top, one on each line"),
            (ENTRIES, "list `return try FeatureRegistry([` with one feature on each line, as `NAMEFeature(…),`"),
            (re.compile(r"\blet resources\b"), "`let resources`, which the initializer of a new feature takes")):
        if not pattern.search(text):
            raise Failed(f"{CATALOGUE} has no {what}; add it, or register the feature by hand; nothing was done")


def registered(name, package, catalogue):
    """Returns the text of the two lists with the feature added."""
    entry = f"            {name}Feature(resources: resources),\n"
    catalogue = with_line(catalogue, IMPORTS, f"import {name}Feature\n", lambda line: line.split()[-1])
    return with_line(package, FEATURES, f'    "{name}",\n', str.strip), with_line(catalogue, ENTRIES, entry, str.strip)


def unregistered(name, package, catalogue):
    """Returns the text of the two lists with the feature removed."""
    catalogue = without_line(catalogue, IMPORTS, lambda line: line.split()[-1] == f"{name}Feature")
    catalogue = without_entry(catalogue, ANY_ENTRIES, lambda code: code.startswith(f"{name}Feature("))
    return without_entry(package, ANY_FEATURES, lambda code: code == f'"{name}"'), catalogue


def folders(name):
    return [Path(f"Modules/{name}Feature"), Path(f"Tests/{name}FeatureTests")]


def check_name(name, package):
    """Refuses a name that is invalid, taken or reserved."""
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name) or len(name) > NAME_LIMIT:
        raise Refused(f"a feature's name is UpperCamelCase, such as Weather or BankAccount, of at most {NAME_LIMIT} "
                      f"letters and digits (A to Z, a to z, 0 to 9); got '{name}'{suggestion(name)}")
    if len(name) > len("Feature") and name.endswith("Feature"):
        raise Refused(f"leave out 'Feature', because the module's name adds it; got '{name}'{suggestion(name)}")
    others = names_in_package(package)
    if name in others:
        raise Refused(
            f"the feature '{name}' already exists, in {PACKAGE} and Modules/{name}Feature; choose another name")
    for parent in ("Modules", "Apps", "Tests"):
        for folder in sorted((ROOT / parent).glob("*")):
            if folder.name.lower() in (f"{name}Feature".lower(), f"{name}FeatureTests".lower()):
                raise Refused(
                    f"the name '{name}' is taken: there is {parent}/{folder.name}; choose another name, or remove that")
    mine = {name, *(f"{name}{part}" for part in ("Feature", "Service", "Presenter", "View", "Screen")),
            f"Recording{name}View", f"Stub{name}Service"}
    if clash := sorted(mine & SWIFT_TYPES):
        raise Refused(
            f"the name '{name}' is reserved: {clash[0]} is a type of Swift or of Swift Testing; choose another name")
    reserved = []
    for path in sorted([*(ROOT / "Modules").glob("*/**/*.swift"), *(ROOT / CATALOGUE.parent).glob("*.swift")]):
        place, text = path.relative_to(ROOT), path.read_text(encoding="utf-8")
        if place.parts[1].endswith("Feature"):
            if name in RECORD.findall(text):
                raise Refused(f"the name '{name}' is taken: {place} keeps records under this name; choose another name")
            if identifier(name) in FEATURE_ID.findall(text) and path.stem == place.parts[1]:
                raise Refused(f"the id '{identifier(name)}', which follows from the name '{name}', belongs to "
                              f"{place.parts[1]}; choose another name")
        else:
            reserved += [(len(clash), clash, place) for clash in mine & set(TYPE.findall(text))]
    # Report the shortest of these names, such as Record and not RecordService.
    if reserved:
        _, clash, place = min(reserved)
        raise Refused(f"the name '{name}' is reserved: {clash} is a type of {place.parts[1]} ({place}); choose another name")


# ---------------------------------------------------------------- changes that can be undone

class Changes:
    """The changes of a command to the checkout. All of them are undone unless the command succeeds."""

    def __init__(self):
        state = ROOT / ".build" / "new-feature"
        state.mkdir(parents=True, exist_ok=True)
        self.lock = open(state / "lock", "w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Failed(
                "another Tools/new-feature or Tools/remove-feature is running in this checkout; wait for it") from None
        # The backup is on the same file system as the checkout, so restoring a file needs no additional space.
        self.backup = Path(tempfile.mkdtemp(dir=state))
        self.written, self.edits, self.moved = [], [], []

    def write(self, folder, files):
        """Creates a folder with the given files."""
        self.written.append(ROOT / folder)
        for path, text in files.items():
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(text, encoding="utf-8")

    def edit(self, path, text):
        """Replaces a file's text in one step."""
        target, kept, fresh = ROOT / path, self.backup / path.name, self.backup / f"{path.name}.new"
        shutil.copy2(target, kept)
        shutil.copy2(target, fresh)
        fresh.write_bytes(text.encode())
        self.edits.append((target, kept, text))
        os.replace(fresh, target)

    def remove(self, folder):
        """Moves a folder into the backup."""
        kept = self.backup / folder.name
        self.moved.append((kept, ROOT / folder))
        os.rename(ROOT / folder, kept)

    def keep(self):
        self.written, self.edits, self.moved = [], [], []

    def take_back(self, again):
        """Undoes the changes, but keeps the edits that other people have made in the meantime."""
        for target, kept, text in reversed(self.edits):
            if target.read_bytes() == text.encode():
                os.replace(kept, target)
            else:
                again(target)
        for folder in self.written:
            shutil.rmtree(folder, ignore_errors=True)
        for kept, folder in self.moved:
            if kept.exists():
                os.rename(kept, folder)
        self.keep()

    def close(self):
        shutil.rmtree(self.backup, ignore_errors=True)
        self.lock.close()


def run(arguments, output=None):
    """Runs a command to its end, even if this script is interrupted, and returns its exit code."""
    process = subprocess.Popen([str(word) for word in arguments], cwd=ROOT, stdin=subprocess.DEVNULL,
                               stdout=output or sys.stderr, stderr=subprocess.STDOUT if output else None)
    try:
        return process.wait()
    except Interrupted:
        process.terminate()
        process.wait()
        raise


def interrupt(number, frame):
    for signals in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signals, signal.SIG_IGN)
    raise Interrupted(number)


def say(text):
    print(f"Tools/{COMMAND}: {text}", file=sys.stderr, flush=True)


# ---------------------------------------------------------------- new-feature

def write_feature(name, fields, changes, swift):
    """Writes and formats the folders of the feature, and returns their files."""
    names = {"Example Title": title(name), "example-id": identifier(name), "Example": name}
    files = {}
    for template in sorted(TEMPLATES.glob("**/*.swift")):
        inner = template.relative_to(TEMPLATES)
        folder = folders(name)[["Module", "Tests"].index(inner.parts[0])]
        text = fill(template.read_text(encoding="utf-8"), fields, names)
        path = folder.joinpath(*inner.parts[1:])
        files[path.with_name(path.name.replace("Example", name))] = text
    for folder in folders(name):
        changes.write(folder, {path: text for path, text in files.items() if folder in path.parents})
    output = subprocess.run([swift, "format", "format", "-i", *files], cwd=ROOT, capture_output=True, text=True)
    if output.returncode:
        raise Failed(f"the new files could not be formatted: {output.stderr.strip()}")
    return sorted(files)


def note(name, files):
    """Records the written files, so that remove-feature detects later changes to them."""
    sums = {str(path): hashlib.sha256((ROOT / path).read_bytes()).hexdigest() for path in files}
    path = ROOT / ".build" / "new-feature" / f"{name}.json"
    path.write_text(json.dumps(sums, indent=1), encoding="utf-8")


def build_and_test(name, swift):
    traits = subprocess.run([ROOT / "Tools" / "traits"], capture_output=True, text=True, check=True).stdout.split()
    options = ["--package-path", ROOT, *traits, *os.environ.get("NEW_FEATURE_SWIFT_OPTIONS", "").split()]
    # The modification time of this file tells Tools/run that featurehost is up to date.
    stamp, toolchain = ROOT / ".build" / "featurehost.stamp", shutil.which("swift")
    fresh = stamp.with_suffix(".stamp.new")
    fresh.write_text(f"{ROOT} {os.path.realpath(toolchain) if toolchain else ''}\n", encoding="utf-8")
    # Build only these targets. Tools/run builds no tests, so a build of all other tests could take minutes here.
    os.environ["FEATUREHOST_TARGETS"] = f"featurehost {name}FeatureTests FeatureCatalogTests"
    say("building featurehost and the feature's tests (the first build of a clone takes minutes)")
    if run([swift, "build", "--build-tests", *options]):
        fresh.unlink()
        raise Failed("the build failed; see the errors above")
    os.replace(fresh, stamp)
    say("running the feature's tests and the contract of all features")
    with tempfile.TemporaryFile("w+") as log:
        tests = f"^({name}FeatureTests|FeatureCatalogTests)\\."
        code = run([swift, "test", "--skip-build", *options, "--filter", tests], log)
        log.seek(0)
        text = log.read()
    summary = re.findall(r"Test run with .*", text)
    if code or not summary or " 0 tests" in summary[-1]:
        sys.stderr.write(text)
        raise Failed("the tests failed; see the errors above" if code else "no test ran; see the output above")
    say(summary[-1])


def next_steps(name, fields, files):
    arguments = " ".join(f"{field.name}={field.argument}" for field in fields)
    feature = identifier(name)
    return f"""{name} was added: {len(files)} files, 1 line in {PACKAGE}, 2 in {CATALOGUE}.

  Tools/run launch {feature}
  Tools/run perform {feature} add {arguments}
  Tools/run serve                       then open http://127.0.0.1:8080/features/{feature}
  curl http://127.0.0.1:8080/api/features/{feature}/screen
  Tools/test {name}

Next: describe the feature in Modules/{name}Feature/{name}Feature.swift and its data in Model/{name}.swift.
The texts for people are in Presenter/{name}Presenter.swift. Tools/remove-feature {name} removes the feature again."""


def new_feature(name, text, builds, swift):
    package, catalogue = read(PACKAGE), read(CATALOGUE)
    check_name(name, package)
    check_catalogue(catalogue)
    fields = parse_fields(text, name)
    changes, started = Changes(), time.monotonic()

    def again(target):
        edited = dict(zip((ROOT / PACKAGE, ROOT / CATALOGUE), unregistered(name, read(PACKAGE), read(CATALOGUE))))
        target.write_text(edited[target], encoding="utf-8")

    try:
        files = write_feature(name, fields, changes, swift)
        package, catalogue = registered(name, package, catalogue)
        changes.edit(PACKAGE, package)
        changes.edit(CATALOGUE, catalogue)
        if builds:
            build_and_test(name, swift)
        note(name, files)
        changes.keep()
    except BaseException:
        changes.take_back(again)
        say(f"all changes were undone; nothing of {name} is left")
        raise
    finally:
        changes.close()
    print(next_steps(name, fields, files))
    if builds:
        say(f"done in {time.monotonic() - started:.0f} s")


# ---------------------------------------------------------------- remove-feature

def git(*arguments):
    result = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else None


def losses(name):
    """Returns the changed files that are not committed and would be lost."""
    there = [path for folder in folders(name) for path in sorted((ROOT / folder).glob("**/*")) if not path.is_dir()]
    changed = git("status", "--porcelain", "-z", "--ignored", "--untracked-files=all", "--", *map(str, folders(name)))
    if changed is None:
        unsaved = {path.relative_to(ROOT) for path in there}
    else:
        unsaved = {Path(entry[3:]) for entry in changed.split("\0") if entry}
    try:
        written = json.loads((ROOT / ".build" / "new-feature" / f"{name}.json").read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        written = {}
    return [place for path in there if (place := path.relative_to(ROOT)) in unsaved
            and written.get(str(place)) != hashlib.sha256(path.read_bytes()).hexdigest()]


def remove_feature(name, forced):
    package, catalogue = read(PACKAGE), read(CATALOGUE)
    for path, text, pattern in ((PACKAGE, package, ANY_FEATURES), (CATALOGUE, catalogue, ANY_ENTRIES),
                                (CATALOGUE, catalogue, IMPORTS)):
        if len(pattern.findall(text)) != 1:
            raise Failed(f"{path} has an unknown layout; remove the feature by hand; nothing was done")
    known = [code.strip('"') for _, _, code in entries(ANY_FEATURES.search(package)[0])]
    there = [folder for folder in folders(name) if (ROOT / folder).is_dir()]
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name) or (name not in known and not there):
        near = get_close_matches(name.lower(), [other.lower() for other in known], 1)
        hint = "".join(f"; did you mean '{other}'?" for other in known if [other.lower()] == near)
        raise Refused(f"there is no feature '{name}'{hint} Known are {', '.join(known)}." if hint
                      else f"there is no feature '{name}'; known are {', '.join(known)}")
    sources = [path for folder in ("Modules", "Apps", "Tests") for path in (ROOT / folder).glob("**/*.swift")]
    users = [path.relative_to(ROOT) for path in sources
             if f"import {name}Feature\n" in path.read_text(encoding="utf-8")
             and path.relative_to(ROOT) != CATALOGUE and not set(there) & set(path.relative_to(ROOT).parents)]
    if users:
        raise Failed(f"{', '.join(map(str, sorted(users)))} imports {name}Feature; remove that import first. "
                     "Nothing was done")
    if not forced and (lost := losses(name)):
        listed = "".join(f"\n  {path}" for path in lost)
        raise Failed("these files would be lost, because they have changes that are not committed:"
                     f"{listed}\nCommit or move them, or repeat the command with --force. Nothing was done")
    changes = Changes()
    try:
        package, catalogue = unregistered(name, package, catalogue)
        for folder in there:
            changes.remove(folder)
        changes.edit(PACKAGE, package)
        changes.edit(CATALOGUE, catalogue)
        changes.keep()
    except BaseException:
        changes.take_back(lambda target: None)
        say("all changes were undone; nothing was removed")
        raise
    finally:
        changes.close()
    (ROOT / ".build" / "new-feature" / f"{name}.json").unlink(missing_ok=True)
    print(f"{name} is gone: {' and '.join(map(str, there)) or 'its folders were not there'}, and its lines in "
          f"{PACKAGE} and {CATALOGUE}.")


def main(command, arguments):
    usage = NEW_USAGE if command == "new-feature" else REMOVE_USAGE
    flags = {"new-feature": ["--no-build"], "remove-feature": ["--force"]}[command]
    names, given, text = [], set(), None
    words_left = list(arguments)
    while words_left:
        word = words_left.pop(0)
        if word in ("-h", "--help"):
            print(usage)
            return 0
        if word in flags:
            given.add(word)
        elif command == "new-feature" and (word == "--fields" or word.startswith("--fields=")):
            if word == "--fields" and not words_left:
                raise Refused("--fields needs a list, such as name:text,degrees:decimal")
            text = words_left.pop(0) if word == "--fields" else word.partition("=")[2]
        elif word.startswith("-"):
            known = [*flags, "--help", *(["--fields"] if command == "new-feature" else [])]
            near = get_close_matches(word, known, 1)
            raise Refused(f"there is no option '{word}'{f'; did you mean {near[0]}?' if near else ''}\n\n{usage}")
        else:
            names.append(word)
    if len(names) != 1:
        raise Refused(f"expected one name, got {len(names)}{': ' + ' '.join(names) if names else ''}\n\n{usage}")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    if command == "new-feature":
        new_feature(names[0], DEFAULT_FIELDS if text is None else text, "--no-build" not in given,
                    os.environ.get("SWIFT_COMMAND", "swift"))
    else:
        remove_feature(names[0], "--force" in given)
    return 0


COMMAND = sys.argv[1]
try:
    sys.exit(main(COMMAND, sys.argv[2:]))
except Refused as error:
    say(error)
    sys.exit(64)
except Failed as error:
    say(error)
    sys.exit(error.code)
except Interrupted as error:
    say("interrupted")
    sys.exit(128 + error.args[0])
except OSError as error:
    say(f"{error.filename or 'a file'}: {error.strerror}")
    sys.exit(74)
