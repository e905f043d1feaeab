"""A connection to a coordinator: TLS, frames, HELLO, requests (SPEC.md TLS, FRM, HSK, REQ, LIV, CLS)."""

import os
import random
import re
import socket
import ssl
import time

import board_codec as codec
from board_codec import MESSAGE_NAMES, MESSAGE_TYPES, MORE, RESPONSE, SCHEMA

AGENT = "board_client.py/2"
FEATURES = ("digest", "card-history")  # What this client makes use of, where the coordinator knows it.
FRAME_LIMIT = codec.LIMITS["frame-bytes"]
SILENCE = codec.LIMITS["silence-tenths"] / 10  # Of a keepalive interval (LIV-004).
ERRORS = {error["code"]: error for error in SCHEMA["errors"]}
ELECTIVE = 1 << SCHEMA["frame"]["elective-type-bit"]


class Problem(Exception):
    """Something to tell the person who started this."""


class ErrorAnswer(Problem):
    """An ERROR, in words; an unknown code says by its digits what it ends and what to do (ERR-001)."""

    def __init__(self, value):
        self.code = value["code"]
        self.wait = min(value["retry-after"], 60_000) / 1000  # ERR-006
        self.scope = self.digit("error-scopes", self.code // 1000, "connection")
        self.retry = self.digit("error-retries", self.code // 100 % 10, "never")
        super().__init__(self.words(value["text"]))

    @staticmethod
    def digit(kind, digit, other):
        names = {known["digit"]: known["name"] for known in SCHEMA[kind]}
        return names.get(digit, other)

    def words(self, text):
        known = ERRORS.get(self.code)
        if known is not None:
            about = f"{known['name']}: {known['meaning']}"
        else:
            about = f"unknown to this program; ends the {self.scope}, try again: {self.retry}"
        return f"error {self.code}: {shown(text)} ({about})"


def shown(value):
    """Nothing that others wrote gets into this terminal (TXT-005)."""
    return "".join(
        c if c.isprintable() and c not in "\u200e\u200f\u061c" else "\N{REPLACEMENT CHARACTER}"
        for c in value.replace("\n", " "))


def own_cluster(path):
    """The cluster that the first certificate of a file names (TLS-004)."""
    with open(path, encoding="ascii") as file:
        pem = file.read().partition("-----END CERTIFICATE-----")
    certificate = ssl.PEM_cert_to_DER_cert(pem[0][pem[0].index("-----BEGIN"):] + pem[1])
    part = rb"[A-Za-z0-9._-]{1,64}"
    # The standard library reads no certificate but the peer's; the URI stands in it as it is.
    name = re.search(rb"board://(" + part + rb")/u/" + part + rb"/d/", certificate)
    if name is None:
        raise Problem(f"the certificate in {path} names no device")
    return name.group(1).decode("ascii")


class Connection:
    def __init__(self, address, folder):
        self.socket = self.dial(address, folder)
        self.is_open = True  # Until one side has said that it ends, or it is cut.
        self.frames = codec.Frames(FRAME_LIMIT)
        self.last_request = 0
        self.on_event = lambda name, value: None  # What an event is handed to.
        self.heard = time.monotonic()
        self.asked_for_life = False
        self.is_welcome = False
        self.keepalive = codec.LIMITS["keepalive-milliseconds"] / 1000
        self.features = set()  # The names of those that both sides named.

    # TLS

    @classmethod
    def dial(cls, address, folder):
        host, _, port = address.rpartition(":")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3  # TLS-001
        context.set_alpn_protocols([SCHEMA["alpn"]])  # TLS-002
        context.load_verify_locations(os.path.join(folder, "authority.pem"))
        context.load_cert_chain(
            os.path.join(folder, "user.pem"), os.path.join(folder, "user.key"))
        # The coordinator is named by a URI, which check_coordinator looks at.
        context.check_hostname = False
        connected = context.wrap_socket(
            socket.create_connection((host.strip("[]"), int(port))),
            suppress_ragged_eofs=False)  # So that a cut is told from an end (TLS-008).
        if connected.selected_alpn_protocol() != SCHEMA["alpn"]:
            raise Problem(f"the peer does not speak {SCHEMA['alpn']}")
        cls.check_coordinator(connected, own_cluster(os.path.join(folder, "user.pem")))
        return connected

    @staticmethod
    def check_coordinator(connected, cluster):
        """TLS-004, TLS-010; no host is compared with anything (TLS-011)."""
        names = connected.getpeercert().get("subjectAltName", ())
        uris = [name for kind, name in names if kind == "URI"]
        if uris != [f"board://{cluster}/coordinator"]:
            raise Problem(f"the peer is not the coordinator of {cluster}: {uris}")

    # Frames

    def send(self, name, value, flags=0, request=0):
        payload = codec.write_message(name, value)
        self.socket.sendall(
            codec.Frame(MESSAGE_TYPES[name], flags, request, payload).bytes())

    def event(self, name, value):
        """Sends an event, which has request 0 (FRM-008)."""
        self.send(name, value)

    def receive(self, until=None):
        """The next frame and its value; None at a time that nothing came until.

        What is not of this program's concern is dealt with here: PING, GOODBYE, ERROR, grease, silence.
        """
        while True:
            frame = self.next_frame(until)
            if frame is None:
                return None
            name = MESSAGE_NAMES.get(frame.type)
            if name is None and frame.type & ELECTIVE:
                continue  # FRM-003, GRS-004
            value = self.value_of(frame, name)
            if not self.is_handled(frame, name, value):
                return frame, name, value

    def next_frame(self, until):
        while True:
            try:
                frame = self.frames.next()
            except codec.FrameFault as fault:
                code = {"frame-too-large": 1002, "unknown-flag": 1004}[fault.name]
                self.fail(code, f"{fault.name}: {fault.details}")
            if frame is not None:
                return frame
            if until is not None and time.monotonic() >= until:
                return None
            self.read_some(until)

    def read_some(self, until):
        """Waits for bytes, and for signs of life where there are none (LIV-003, LIV-004)."""
        silent = time.monotonic() - self.heard
        if silent >= SILENCE * self.keepalive:
            self.end("the coordinator has been silent for too long")
        if silent >= self.keepalive and self.is_welcome and not self.asked_for_life:
            self.asked_for_life = True
            self.request("ping", {"nonce": random.getrandbits(64)})
        wait = (SILENCE if self.asked_for_life else 1) * self.keepalive - silent
        if until is not None:
            wait = min(wait, until - time.monotonic())
        self.socket.settimeout(max(wait, 0.01))
        try:
            data = self.socket.recv(1 << 16)
        except socket.timeout:
            return
        except ssl.SSLEOFError:
            self.end("the connection to the coordinator was cut")
        finally:
            self.socket.settimeout(None)
        if not data:
            self.end("the coordinator closed the connection")
        self.heard, self.asked_for_life = time.monotonic(), False
        self.frames.feed(data)

    def value_of(self, frame, name):
        if name is None:
            self.fail(1003, f"frame type {frame.type:#06x}")
        try:
            return codec.read_message(name, frame.payload)
        except codec.Malformed as fault:
            self.fail(1001, f"{name}: {fault}", fault.offset)  # ENC-019

    def is_handled(self, frame, name, value):
        answers = frame.flags & RESPONSE
        if name == "ping" and not answers:
            self.send("pong", {"nonce": value["nonce"]}, RESPONSE, frame.request)  # LIV-001
            return True
        if name == "pong":
            return True  # It was heard, which is all that was asked for.
        if name == "goodbye":
            if value["reason"]:
                reason = ERRORS.get(value["reason"], {}).get("meaning", "")
                self.end(f"the coordinator says goodbye: {value['reason']} {reason} "
                         f"{shown(value['text'])}")
            self.end("the coordinator says goodbye")
        if name == "error" and not answers:
            self.refuse(value)  # Of the attachment or the connection: both end this program.
        if not answers and frame.request:
            self.fail(1006, f"request {name}")  # REQ-005: this client named no feature that has some.
        return False

    def refuse(self, value):
        """Raises an ERROR, which may be the end of the connection (ERR-004)."""
        error = ErrorAnswer(value)
        self.is_open = self.is_open and error.scope != "connection"
        raise error

    def end(self, words):
        """Says that nothing more comes from the coordinator."""
        self.is_open = False
        raise Problem(words)

    def fail(self, code, text, offset=None):
        """Ends the connection because of what the coordinator sent (CLS-002)."""
        known = ERRORS[code]
        self.event("error", {"code": code, "text": text, "offset": offset, "retry-after": 0})
        self.event("goodbye", {"reason": code, "text": ""})
        self.close()
        raise Problem(f"the coordinator broke the protocol, {known['name']}: {text}")

    # Requests

    def request(self, name, value):
        self.last_request += 1  # REQ-001
        self.send(name, value, request=self.last_request)
        return self.last_request

    def ask(self, name, value):
        """Sends a request and gives the values of its answer, of which there is at least one."""
        return list(self.parts(name, value))

    def parts(self, name, value):
        """The values of an answer as they come; events between are handed on (REQ-003)."""
        number = self.request(name, value)
        expected = codec.TYPES.messages[name]["answered-by"]
        while True:
            frame, answer, value = self.receive()
            if not frame.flags & RESPONSE:
                self.on_event(answer, value)
                continue
            if frame.request != number:
                continue
            if answer == "error":
                self.refuse(value)
            if answer not in expected:
                self.fail(1006, f"{answer} in answer to {name}")
            yield value
            if not frame.flags & MORE:
                return

    def ask_one(self, name, value):
        return self.ask(name, value)[0]

    def pump(self, seconds):
        """Hands on what comes within a time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            received = self.receive(until)
            if received is None:
                return
            frame, name, value = received
            if not frame.flags & RESPONSE:
                self.on_event(name, value)

    # The beginning and the end

    def hello(self):
        """HELLO, with grease (GRS-002, GRS-003); gives WELCOME."""
        grease = SCHEMA["grease"]
        known = {feature["name"]: feature["value"] for feature in SCHEMA["features"]}
        features = [known[name] for name in FEATURES] + [random.choice(grease["features"])]
        extension = {"tag": random.choice(grease["tags"]), "bytes": os.urandom(2).hex()}
        welcome = self.ask_one("hello", {
            "lowest-minor": SCHEMA["lowest-minor"], "newest-minor": SCHEMA["minor"],
            "features": features, "frame-limit": FRAME_LIMIT, "agent": AGENT,
            "extensions": [extension]})
        frame = codec.Frame(random.choice(grease["frame-types"]), 0, 0, b"")
        self.socket.sendall(frame.bytes())
        self.is_welcome = True  # And nothing but that grease was sent before (HSK-013).
        self.keepalive = welcome["keepalive-milliseconds"] / 1000
        self.features = {name for name in FEATURES if known[name] in welcome["features"]}  # HSK-007
        return welcome

    def boards(self):
        answers = self.ask("list-boards", {})
        return [board for answer in answers for board in answer["boards"]]

    def goodbye(self):
        """CLS-001."""
        self.event("goodbye", {"reason": 0, "text": ""})
        self.close()

    def close(self):
        self.is_open = False
        try:
            self.socket.settimeout(2)
            self.socket.unwrap()  # close_notify
        except (ssl.SSLError, OSError):
            pass  # What is still on its way here no longer matters.
        self.socket.close()
