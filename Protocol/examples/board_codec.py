"""Values and bytes of the board protocol, as ../schema/protocol.json describes them (SPEC.md ENC, FRM).

Nothing here knows a message or a field by name: the schema's types become objects that read and write.
A value is what the vectors show: numbers, texts, identifiers and bytes as lower-case hexadecimal, None
for an optional that is not there, a name for a case of an enumeration, a dict of fields for a record, a
struct and a message, and a dict of `case` and fields for a case of a union. Nobody changes a value once
it is made, so values may be shared.
"""

import json
import os
import struct
from typing import NamedTuple

SCHEMA_PATH = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "schema", "protocol.json")

with open(SCHEMA_PATH, encoding="utf-8") as schema_file:
    SCHEMA = json.load(schema_file)

LIMITS = {limit["name"]: limit["value"] for limit in SCHEMA["limits"]}
TEXT_LENGTH_BYTES = 4  # In front of `scalars`.
RESPONSE, MORE = (flag["value"] for flag in SCHEMA["frame"]["flags"])


class Malformed(Exception):
    """The first fault of some bytes: the name of a reason of the schema and its offset (ENC-012)."""

    def __init__(self, fault, offset):
        super().__init__(f"{fault} at {offset}")
        self.fault, self.offset = fault, offset


class Reader:
    """Takes values off the front of some bytes, and knows what it is in the middle of."""

    def __init__(self, data):
        self.data, self.at = data, 0
        self.open_unions = []  # The names of the unions around, for ENC-015.

    def remaining(self):
        return len(self.data) - self.at

    def take(self, count):
        if count > self.remaining():
            raise Malformed("truncated", len(self.data))  # ENC-016
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, size):
        return int.from_bytes(self.take(size), "big")


# Each type below has `read(reader)`, which gives a value, and `write(value)`, which gives its bytes.


class Number:
    def __init__(self, size):
        self.size = size

    def read(self, reader):
        return reader.number(self.size)

    def write(self, value):
        return int(value).to_bytes(self.size, "big")  # The vectors write great numbers as texts.


class Bool:
    def read(self, reader):
        value = reader.number(1)
        if value > 1:
            raise Malformed("not-bool", reader.at - 1)  # ENC-002
        return value == 1

    def write(self, value):
        return b"\1" if value else b"\0"


class Identifier:
    """As many bytes as its type says, as they are (ENC-003)."""

    def __init__(self, size):
        self.size = size

    def read(self, reader):
        return reader.take(self.size).hex()

    def write(self, value):
        data = bytes.fromhex(value)
        if len(data) != self.size:
            raise ValueError(f"an identifier of {len(data)} bytes")
        return data


class Bytes:
    def read(self, reader):
        return reader.take(reader.number(4)).hex()

    def write(self, value):
        data = bytes.fromhex(value)
        return struct.pack(">I", len(data)) + data


class Text:
    """A length in bytes and well-formed UTF-8 without the scalars its class forbids (ENC-004, TXT-001)."""

    def __init__(self, size, allowed):
        self.size, self.allowed = size, allowed

    def read(self, reader):
        length = reader.number(self.size)
        start = reader.at
        data = reader.take(length)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise Malformed("not-utf8", start) from None
        for index, scalar in enumerate(text):
            if self.forbids(scalar):
                raise Malformed("forbidden-scalar", start + len(text[:index].encode("utf-8")))
        return text

    def forbids(self, scalar):
        return (scalar < " " or "\x7f" <= scalar <= "\x9f") and scalar not in self.allowed

    def write(self, value):
        data = value.encode("utf-8")
        return len(data).to_bytes(self.size, "big") + data


class Scalars(Text):
    """A longer text, of which a fault is told at its first byte, wherever it is."""

    def read(self, reader):
        start = reader.at + self.size
        try:
            return super().read(reader)
        except Malformed as fault:
            if fault.fault == "forbidden-scalar":
                raise Malformed(fault.fault, start) from None
            raise


class ContextText(Text):
    """A text of at most 32 scalars, refused where it begins (ENC-022, schema rule *text-context*)."""

    def read(self, reader):
        start = reader.at
        text = super().read(reader)
        if len(text) > 32:
            raise Malformed("out-of-range", start)
        return text


class Extensions:
    """Tags in ascending order, each with its bytes; unknown ones are kept as they are (ENC-010, ENC-013)."""

    def read(self, reader):
        extensions, last = [], -1
        count = reader.number(2)
        if count * 6 > reader.remaining():
            raise Malformed("count-too-large", reader.at - 2)  # ENC-007
        for _ in range(count):
            tag = reader.number(2)
            if tag <= last:
                raise Malformed("extension-order", reader.at - 2)
            last = tag
            extensions.append({"tag": tag, "bytes": reader.take(reader.number(4)).hex()})
        return extensions

    def write(self, value):
        parts = [struct.pack(">H", len(value))]
        for extension in value:
            data = bytes.fromhex(extension["bytes"])
            parts += [struct.pack(">HI", extension["tag"], len(data)), data]
        return b"".join(parts)


class List:
    def __init__(self, element, minimum, maximum):
        self.element, self.minimum, self.maximum = element, minimum, maximum

    def read(self, reader):
        start = reader.at
        count = reader.number(4)
        if count * self.minimum > reader.remaining():
            raise Malformed("count-too-large", start)  # ENC-007
        if self.maximum is not None and count > self.maximum:
            raise Malformed("out-of-range", start)  # ENC-023
        return [self.element.read(reader) for _ in range(count)]

    def write(self, value):
        return struct.pack(">I", len(value)) + b"".join(map(self.element.write, value))


class Optional:
    def __init__(self, wrapped):
        self.wrapped, self.mark = wrapped, Bool()

    def read(self, reader):
        return self.wrapped.read(reader) if self.mark.read(reader) else None

    def write(self, value):
        return b"\0" if value is None else b"\1" + self.wrapped.write(value)


class Enumeration:
    def __init__(self, size, cases):
        self.size = size
        self.names = {case["value"]: case["name"] for case in cases}
        self.values = {case["name"]: case["value"] for case in cases}

    def read(self, reader):
        value = reader.number(self.size)
        if value not in self.names:
            raise Malformed("unknown-case", reader.at - self.size)  # ENC-009
        return self.names[value]

    def write(self, value):
        return self.values[value].to_bytes(self.size, "big")


class Fields:
    """The fields of a record, a struct, a message or a case of a union, one behind the other."""

    def __init__(self, fields, rule=None):
        self.fields, self.rule = fields, rule

    def read(self, reader):
        places, value = {}, {}
        for name, kind in self.fields:
            places[name] = reader.at
            value[name] = kind.read(reader)
            if self.rule == "proposed-value" and name == "value":
                check_proposed(value, places)
        if self.rule in RULES:
            RULES[self.rule](value, places)
        return value

    def write(self, value):
        return b"".join([kind.write(value[name]) for name, kind in self.fields])


class Union:
    def __init__(self, name, size):
        self.name, self.size = name, size
        self.by_tag, self.by_name = {}, {}

    def add(self, tag, name, fields, outermost):
        self.by_tag[tag] = (name, fields, outermost)
        self.by_name[name] = (tag.to_bytes(self.size, "big"), fields)

    def read(self, reader):
        start = reader.at
        tag = reader.number(self.size)
        if tag not in self.by_tag:
            raise Malformed("unknown-case", start)  # ENC-009
        name, fields, outermost = self.by_tag[tag]
        if outermost and self.name in reader.open_unions:
            raise Malformed("too-deep", start)  # ENC-015
        reader.open_unions.append(self.name)
        value = {"case": name, **fields.read(reader)}
        reader.open_unions.pop()
        return value

    def write(self, value):
        tag, fields = self.by_name[value["case"]]
        return tag + fields.write(value)


# The schema's rules, but for text-context: what its types alone do not say. They are looked at behind the
# last field, proposed-value behind the value (ENC-026).


def check_range(value, places):
    """ENC-017: a range names at least one scalar, and none beyond the last offset."""
    if value["count"] < 1 or value["start"]["offset"] + value["count"] > 1 << 32:
        raise Malformed("out-of-range", places["count"])


def check_run(value, places):
    """ENC-018: a run is not empty, and its identities stay within the width of what counts them."""
    count, first = len(value["text"]), value["start"]
    if count == 0:
        raise Malformed("out-of-range", places["text"])
    if value["step"] == "offset":
        fits = first["offset"] + count <= 1 << 32
    else:
        fits = count >= 2 and first["offset"] == 0
        fits = fits and first["operation"]["counter"] + count <= 1 << 64
    if not fits:
        raise Malformed("out-of-range", places["text"] + TEXT_LENGTH_BYTES)


HELD_CASE = {
    "board-archived": "flag", "limit-blocks": "flag", "member-role": "role", "column-limit": "number", "label-name": "text",
    "label-colour": "number", "label-removed": "flag", "card-due": "number", "card-priority": "number",
    "item-text": "text",
    "item-done": "flag", "item-place": "item-place", "item-removed": "flag", "comment-removed": "flag"}


def check_write(value, places):
    """ENC-020: the value is of the case that its field holds."""
    if HELD_CASE.get(value["field"]["case"]) != value["value"]["case"]:
        raise Malformed("out-of-range", places["value"])


def check_proposed(value, places):
    """ENC-027: titles and archived marks stand as themselves, and nothing else as one of them."""
    address, proposed = value["field"]["case"], value["value"]
    is_title = address in ("board-title", "column-title", "card-title")
    is_archived = address == "card-archived"
    held = proposed["value"]["case"] if proposed["case"] == "field" else None
    fits = {"title": is_title, "archived": is_archived,
            "field": not (held == "text" and is_title or held == "flag" and is_archived)}
    if not fits.get(proposed["case"], True):
        raise Malformed("out-of-range", places["value"])


def check_own_stamps(value, places):
    """ENC-028: a stamp that is there is another than that of the creation."""
    for name, part in value.items():
        if name.endswith("-stamp") and part == value["created"]:
            raise Malformed("out-of-range", places[name])


RULES = {"text-range": check_range, "text-run": check_run, "field-write": check_write,
         "own-stamps": check_own_stamps}


class Types:
    """All types of the schema by name, each made when it is first asked for."""

    def __init__(self, schema):
        self.made = self.primitives()
        self.described = {}
        for kind in ("enumerations", "records", "structs", "unions"):
            for description in schema[kind]:
                self.described[description["name"]] = (kind, description)
        self.messages = {message["name"]: message for message in schema["messages"]}

    @staticmethod
    def primitives():
        return {
            "u8": Number(1), "u16": Number(2), "u32": Number(4), "u64": Number(8), "bool": Bool(),
            "id128": Identifier(16), "sha256": Identifier(32), "title": Text(2, ""),
            "body": Text(2, "\n\t"), "scalars": Scalars(TEXT_LENGTH_BYTES, "\n\t"), "bytes": Bytes(),
            "extensions": Extensions()}

    def named(self, name):
        if name not in self.made:
            self.make(name, *self.described[name])
        return self.made[name]

    def of(self, reference):
        """The type that a field of the schema names: a name, a list or an optional."""
        if isinstance(reference, str):
            return self.named(reference)
        if "optional" in reference:
            return Optional(self.of(reference["optional"]))
        return List(self.of(reference["list"]), reference["minimum"], reference.get("maximum"))

    def fields(self, fields, rule=None, extended=False):
        named = [(field["name"], self.of(field["type"])) for field in fields]
        if rule == "text-context":
            named = [(name, ContextText(2, "\n\t")) for name, _ in named]
        if extended:
            named.append(("extensions", self.named("extensions")))  # ENC-010
        return Fields(named, rule)

    def make(self, name, kind, description):
        if kind == "enumerations":
            self.made[name] = Enumeration(self.width(description), description["cases"])
        elif kind == "unions":
            # Known before its cases are, because some hold values of the same union.
            union = self.made[name] = Union(name, self.width(description))
            for case in description["cases"]:
                union.add(case["tag"], case["name"], self.fields(case["fields"], case.get("rule")),
                          case.get("outermost", False))
        else:
            self.made[name] = self.fields(
                description["fields"], description.get("rule"), extended=kind == "structs")

    @staticmethod
    def width(description):
        return {"u8": 1, "u16": 2}[description["width"]]

    def message(self, name):
        key = "message " + name
        if key not in self.made:
            self.made[key] = self.fields(self.messages[name]["fields"], extended=True)
        return self.made[key]

    def list_of(self, name):
        return List(self.named(name), 1, None)


TYPES = Types(SCHEMA)


def read_all(kind, data):
    """The one value that some bytes are (ENC-011)."""
    reader = Reader(data)
    value = kind.read(reader)
    if reader.remaining():
        raise Malformed("trailing-bytes", reader.at)
    return value


def read(name, data):
    """The value of the schema's type of that name."""
    return read_all(TYPES.named(name), data)


def write(name, value):
    return TYPES.named(name).write(value)


def read_list(name, data):
    return read_all(TYPES.list_of(name), data)


def write_list(name, values):
    return TYPES.list_of(name).write(values)


def read_message(name, payload):
    return read_all(TYPES.message(name), payload)


def write_message(name, value):
    """A payload; `extensions` may be left out where there are none."""
    return TYPES.message(name).write({"extensions": [], **value})


def extension_of(struct_name, extension_name):
    """An extension as the schema describes it."""
    return next(known for known in TYPES.described[struct_name][1]["extensions"]
                if known["name"] == extension_name)


def extension(struct_name, value, extension_name):
    """What an extension that the schema names says, or None (ENC-021)."""
    known = extension_of(struct_name, extension_name)
    for present in value["extensions"]:
        if known["tag"] == present["tag"]:
            try:
                return read(known["type"], bytes.fromhex(present["bytes"]))
            except Malformed:
                return None
    return None


class Frame(NamedTuple):
    """A frame: 16 bytes of header and a payload (FRM-001)."""

    type: int
    flags: int
    request: int
    payload: bytes

    def bytes(self):
        return struct.pack(
            ">IHHQ", len(self.payload), self.type, self.flags, self.request) + self.payload


MESSAGE_TYPES = {message["name"]: message["type"] for message in SCHEMA["messages"]}
MESSAGE_NAMES = {number: name for name, number in MESSAGE_TYPES.items()}
HEADER_BYTES = SCHEMA["frame"]["header-bytes"]


class FrameFault(Exception):
    """A header that is not to be taken: the name of an error of the schema, and what is wrong (FRM-002)."""

    def __init__(self, name, **details):
        super().__init__(f"{name} {details}")
        self.name, self.details = name, details


class Frames:
    """Cuts a stream into frames, wherever the stream itself is cut (FRM-009)."""

    def __init__(self, limit):
        self.limit = limit  # Of a payload, in bytes.
        self.waiting = b""

    def feed(self, data):
        self.waiting += data

    def next(self):
        """The next frame, or None while it is not complete."""
        if len(self.waiting) < HEADER_BYTES:
            return None
        length, kind, flags, request = struct.unpack(">IHHQ", self.waiting[:HEADER_BYTES])
        self.check(length, flags)
        end = HEADER_BYTES + length
        if len(self.waiting) < end:
            return None
        payload, self.waiting = self.waiting[HEADER_BYTES:end], self.waiting[end:]
        return Frame(kind, flags & (RESPONSE | MORE), request, payload)

    def check(self, length, flags):
        """FRM-002, FRM-004, FRM-005: flags of the low byte are not looked at."""
        if length > self.limit:
            raise FrameFault("frame-too-large", length=length, limit=self.limit)
        unknown = flags & SCHEMA["frame"]["mandatory-flags"] & ~(RESPONSE | MORE)
        if unknown:
            raise FrameFault("unknown-flag", flags=unknown)


def frame_from(data):
    """The frame that some bytes are."""
    frames = Frames(SCHEMA["frame"]["header-bytes"] + len(data))
    frames.feed(data)
    frame = frames.next()
    if frame is None or frames.waiting:
        raise ValueError("not one frame")
    return frame


def plain_json(value):
    """A value as the vectors write it: great numbers as texts of digits."""
    if isinstance(value, dict):
        return {key: plain_json(part) for key, part in value.items()}
    if isinstance(value, list):
        return [plain_json(part) for part in value]
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1 << 53:
        return str(value)
    return value
