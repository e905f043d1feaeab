#!/usr/bin/env python3
"""Makes the vectors anew from what they are made of, by the model in ../examples.

    make.py [FILE...]            writes the files of this folder, or only those that are named
    make.py --check [FILE...]    writes nothing, and says which files would change

A vector says what is done and what comes of it. What is done is taken from the file as it is: names,
statements, operations, payloads, frames of clients. What comes of it, outcomes, digests, snapshots, texts
and frames of coordinators, is computed, and nothing but SPEC.md, the schema and ../examples has a part in
it. A second run changes nothing.
"""

import json
import os
import re
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "..", "examples"))

import board_codec as codec  # noqa: E402: the folder has to be known first.
import board_copy  # noqa: E402
import board_model  # noqa: E402
import board_snapshot  # noqa: E402


# Files


def load(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return json.load(file)


def text_of(content):
    """A file as it is written: what leads it, then one line for each vector, or for each of its steps."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)},"
             for key, value in content.items() if key != "vectors"]
    vectors = ",\n".join("    " + vector_text(vector) for vector in content["vectors"])
    return "\n".join(["{", *lines, '  "vectors": [', vectors, "  ]", "}", ""])


def vector_text(vector):
    if "steps" not in vector:
        return json.dumps(vector)
    head = json.dumps({key: value for key, value in vector.items() if key != "steps"})
    steps = ",\n".join("      " + json.dumps(step) for step in vector["steps"])
    return f'{head[:-1]}, "steps": [\n{steps}\n    ]}}'


def save(name, content, check):
    """Writes a file, but for a check, if that changes it; says whether it does."""
    path, text = os.path.join(FOLDER, name), text_of(content)
    with open(path, encoding="utf-8") as file:
        changed = file.read() != text
    if changed and not check:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    return changed


# Payloads: codec-valid.json, codec-acceptable.json, codec-invalid.json, cards.json, streams.json


def make_payload(vector):
    """The value is what is given, the bytes are what comes of it, and both are one."""
    message, value = vector["message"], vector["value"]
    payload = codec.write_message(message, value)
    read = codec.plain_json(codec.read_message(message, payload))
    expect(read == value, vector, "is read back otherwise")
    vector["hex"] = payload.hex()


def make_fault(vector):
    """The bytes are what is given."""
    make_fault_of(vector, lambda data: codec.read_message(vector["message"], data))


def make_fault_of(vector, read):
    try:
        read(bytes.fromhex(vector["hex"]))
    except codec.Malformed as fault:
        vector["fault"], vector["offset"] = fault.fault, fault.offset
    else:
        expect(False, vector, "is not malformed")


def make_card(vector):
    if "fault" in vector:
        make_fault_of(vector, lambda data: codec.read("card-copy", data))
        return
    data = codec.write("card-copy", vector["value"])
    vector["hex"] = data.hex()
    vector["plain"] = board_copy.plain(vector["value"])
    vector["markdown"] = board_copy.markdown(vector["value"])


def make_stream(vector):
    frames = codec.Frames(vector["limit"])
    vector["frames"], vector["fault"] = [], None
    frames.feed(bytes.fromhex(vector["hex"]))
    try:
        for frame in iter(frames.next, None):
            vector["frames"].append({
                "type": frame.type, "flags": frame.flags,
                "request": codec.plain_json(frame.request), "payload": frame.payload.hex()})
        held = len(frames.waiting)
        vector["unfinished"] = held if held < codec.HEADER_BYTES else held - codec.HEADER_BYTES
    except codec.FrameFault as fault:
        vector["unfinished"], vector["fault"] = 0, {"name": fault.name, **fault.details}


# Logs: apply.json, and what comes of them: texts.json, digests.json


def make_log(vector):
    """Applies the log to an empty board, and gives the board behind it."""
    board = board_model.Board(vector["board"])
    for sequence, entry in enumerate(vector["log"], start=1):
        data = codec.write("operation", entry["operation"])
        operation = codec.read("operation", data)
        entry["operation"], entry["hex"] = codec.plain_json(operation), data.hex()
        before = board
        board, outcome = board_model.apply(
            board, operation, sequence, entry["time"], entry["author"])
        entry["outcome"] = codec.plain_json(outcome)
        entry["outcome-hex"] = codec.write("outcome", outcome).hex()
        entry["digest"] = board_snapshot.digest(board)
        if outcome["case"] == "rejected":
            make_rejected(entry, before, operation, outcome)
    return board


def make_rejected(entry, board, operation, outcome):
    """What is committed of a rejected operation, which makes the same board."""
    content = board_model.committed_content(operation, outcome)
    taken, _ = board_model.take(board, {
        "sequence": board.sequence + 1, "time": entry["time"], "author": entry["author"],
        "content": content})
    same = board_snapshot.digest(taken) == entry["digest"]
    expect(same, {"name": entry["hex"]}, "makes another board where it is taken as given")
    entry["committed-hex"] = codec.write("committed-content", content).hex()


# Logs of many operations: bounds.json

# What stands for the number of an operation, or of a card: a text of it in an identifier, else itself.
NUMBER = "{number}"
# A number whose bytes stand nowhere else.
MARK = 0xA5A6A7A8B5B6B7B8
# From how many equal bytes on they are written as one and a count.
LEAST_TIMES = 1_000


def make_bounds(vector):
    """Applies each operation as many times as the vector says, and gives the digest behind all."""
    board = board_model.Board(vector["board"])
    for entry in vector["log"]:
        entry["hex"] = pattern(codec.write("operation", filled(entry["operation"], MARK)))
        outcomes = set()
        for number in range(entry.get("first", 1), entry.get("last", 1) + 1):
            data = bytes_of(entry["hex"], number)
            same = data == codec.write("operation", filled(entry["operation"], number))
            expect(same, vector, "has an operation in which its number does not stand for itself")
            board, outcome = board_model.apply(
                board, codec.read("operation", data), board.sequence + 1, vector["time"],
                vector["author"])
            outcomes.add(codec.write("outcome", outcome).hex())
        expect(len(outcomes) == 1, vector, "has an entry that comes to several outcomes")
        entry["outcome"] = codec.plain_json(outcome)
        entry["outcome-hex"], = outcomes
    vector["digest"] = board_snapshot.digest(board)


def filled(value, number):
    """The value with a number where it stands for one, and texts as often as they are repeated."""
    if value == NUMBER:
        return number
    if isinstance(value, str):
        return value.replace(NUMBER, f"{number:016x}")
    if isinstance(value, list):
        return [filled(item, number) for item in value]
    if isinstance(value, dict):
        if "repeat" in value:
            return value["repeat"] * value["times"]
        return {key: filled(item, number) for key, item in value.items()}
    return value


def pattern(data):
    """The bytes, in which MARK stands for a number, as they stand in bounds.json."""
    pieces = []
    for index, part in enumerate(data.split(MARK.to_bytes(8, "big"))):
        if index > 0:
            pieces.append({"number": 8})
        for run in re.finditer(rb"(.)\1*", part, re.DOTALL):
            byte, times = run.group()[:1].hex(), len(run.group())
            if times >= LEAST_TIMES:
                pieces.append({"repeat": byte, "times": times})
            elif pieces and isinstance(pieces[-1], str):
                pieces[-1] += byte * times
            else:
                pieces.append(byte * times)
    return pieces


def bytes_of(pieces, number):
    """The bytes of the operation with a number."""
    data = b""
    for piece in pieces:
        if isinstance(piece, str):
            data += bytes.fromhex(piece)
        elif "number" in piece:
            data += number.to_bytes(piece["number"], "big")
        else:
            data += bytes.fromhex(piece["repeat"]) * piece["times"]
    return data


def make_text(vector, boards):
    text = boards[vector["log"]].cards[vector["card"]].body.text
    runs = text.runs()
    vector["text"], vector["runs"] = text.shown(), codec.plain_json(runs)
    vector["hex"] = codec.write_list("text-run", runs).hex()


def make_digest(vector, boards):
    board = boards[vector["name"]] if vector["sequence"] else board_model.Board(vector["board"])
    expect(board.sequence == vector["sequence"], vector, "has another length")
    entities = board_snapshot.entities(board)
    vector["hex"] = codec.write_list("entity", entities).hex()
    vector["digest"] = board_snapshot.digest(board)
    if entities:  # SNP-011: they make the same board.
        again = board_snapshot.board_from(board.board, board.sequence, entities)
        same = board_snapshot.digest(again) == vector["digest"]
        expect(same and board_snapshot.entities(again) == entities, vector, "is another board")


# Dialogues: dialogue.json, windows.json, drags.json


def make_dialogue(content):
    """Applies what is created and committed, so that the snapshot and the digest are of that board."""
    board, peer = None, None
    for vector in content["vectors"]:
        frame, value = read_step(vector)
        if vector["message"] == "welcome":
            peer = value["peer"]
        elif vector["message"] == "create-board":
            board, creation = board_model.Board(value["board"]), value["operation"]
        elif vector["message"] == "outcome" and board.sequence == 0:
            stored = value["stored"]
            board, stored["outcome"] = board_model.apply(
                board, creation, stored["sequence"], stored["time"], peer)
        elif vector["message"] == "snapshot":
            value["entities"] = board_snapshot.entities(board)
            value["total"] = len(value["entities"])
        elif vector["message"] == "committed":
            for committed in value["operations"]:
                board, committed["content"] = board_model.take(board, committed)
        if frame is not None:
            write_step(vector, frame, value)
    content["digest"] = board_snapshot.digest(board)


def make_conversation(vector):
    """The frames as they are; what a coordinator decides does not follow from the model."""
    for step in vector["steps"]:
        frame, value = read_step(step)
        if frame is not None:
            write_step(step, frame, value)


def read_step(step):
    """A frame and what its payload says, or None for a frame of grease and for the end of a connection."""
    if step["message"] in ("close", "grease"):
        return None, None
    frame = codec.frame_from(bytes.fromhex(step["hex"]))
    expect(codec.MESSAGE_NAMES[frame.type] == step["message"], step, "is another message")
    return frame, codec.read_message(step["message"], frame.payload)


def write_step(step, frame, value):
    payload = codec.write_message(step["message"], value)
    step["hex"] = frame._replace(payload=payload).bytes().hex()


def expect(condition, vector, complaint):
    if not condition:
        sys.exit(f"make.py: {vector.get('name', vector.get('message'))!r} {complaint}")


# All of them

# What is made of the logs of apply.json.
OF_LOGS = {"apply.json", "texts.json", "digests.json"}


def main():
    known = sorted(name for name in os.listdir(FOLDER) if name.endswith(".json"))
    arguments = sys.argv[1:]
    names = [name for name in arguments if name != "--check"] or known
    for name in names:
        if name not in known:
            sys.exit(f"make.py: {name!r} is none of {', '.join(known)}")
    files = {name: load(name) for name in names}
    boards = {}
    if OF_LOGS & files.keys():
        logs = files.get("apply.json") or load("apply.json")
        for vector in logs["vectors"]:
            boards[vector["name"]] = make_log(vector)
    each = {
        "codec-valid.json": make_payload, "codec-acceptable.json": make_payload,
        "codec-invalid.json": make_fault, "cards.json": make_card, "streams.json": make_stream,
        "windows.json": make_conversation, "drags.json": make_conversation,
        "bounds.json": make_bounds,
        "texts.json": lambda vector: make_text(vector, boards),
        "digests.json": lambda vector: make_digest(vector, boards)}
    for name in each.keys() & files.keys():
        for vector in files[name]["vectors"]:
            each[name](vector)
    if "dialogue.json" in files:
        make_dialogue(files["dialogue.json"])
    check = "--check" in arguments
    changed = [name for name, content in files.items() if save(name, content, check)]
    for name in changed:
        print(name)
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
