#!/usr/bin/env python3
"""A client for Board in Python 3 and nothing but its standard library.

    board_client.py HOST:PORT --identity FOLDER                   lists the boards
    board_client.py HOST:PORT --identity FOLDER BOARD             prints the cards of a board
    board_client.py HOST:PORT --identity FOLDER BOARD --add TITLE adds a card to its first column

FOLDER holds authority.pem, user.pem and user.key. BOARD is a title or the beginning of an
identifier. See ../README.md for the dialogue and ../SPEC.md for the rules cited below.
"""

import argparse
import os
import socket
import ssl
import struct
import sys

HELLO, WELCOME, ERROR, PING, PONG, GOODBYE = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06
LIST_BOARDS, BOARDS, ATTACH, ATTACHED = 0x10, 0x11, 0x14, 0x15
FETCH_SNAPSHOT, SNAPSHOT, SUBMIT, OUTCOME, DETACH, DETACHED = 0x16, 0x17, 0x1A, 0x1B, 0x1C, 0x1D
RESPONSE, MORE = 0x0100, 0x0200
FRAME_LIMIT = 1 << 20
NO_EXTENSIONS = b"\0\0"


class Problem(Exception):
    """Something to tell the person who started this."""


class Reader:
    """Values in their one encoding (SPEC.md ENC)."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if self.at + count > len(self.data):
            raise Problem("the coordinator sent a payload that ends too early")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, size):
        return int.from_bytes(self.take(size), "big")

    def text(self, size=2):
        return self.take(self.number(size)).decode("utf-8")

    def list(self, read):
        return [read() for _ in range(self.number(4))]

    def optional(self, read):
        return read() if self.number(1) else None

    def stamp(self):
        self.take(28 + 8 + 8)  # operation, sequence number, time
        return self.text(), self.text()  # user, device

    def anchors(self):
        return self.optional(lambda: self.take(16)), self.optional(lambda: self.take(16))


def text(value):
    data = value.encode("utf-8")
    return struct.pack(">H", len(data)) + data


class Connection:
    def __init__(self, address, folder):
        host, _, port = address.rpartition(":")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3  # TLS-001
        context.set_alpn_protocols(["board/1"])  # TLS-002
        context.load_verify_locations(os.path.join(folder, "authority.pem"))
        context.load_cert_chain(
            os.path.join(folder, "user.pem"), os.path.join(folder, "user.key"))
        # The coordinator is named by a URI, which check_coordinator looks at.
        context.check_hostname = False
        self.socket = context.wrap_socket(socket.create_connection((host.strip("[]"), int(port))))
        if self.socket.selected_alpn_protocol() != "board/1":
            raise Problem("the peer does not speak board/1")
        self.check_coordinator()
        self.last_request = 0

    def check_coordinator(self):
        names = self.socket.getpeercert().get("subjectAltName", ())
        uris = [name for kind, name in names if kind == "URI"]
        if not any(uri.startswith("board://") and uri.endswith("/coordinator") for uri in uris):
            raise Problem(f"the peer is no coordinator: {uris}")

    def send(self, kind, payload, flags=0, request=0):
        self.socket.sendall(struct.pack(">IHHQ", len(payload), kind, flags, request) + payload)

    def receive(self):
        kind, flags, request, payload = self.frame()
        if kind == PING and not flags & RESPONSE:
            self.send(PONG, payload, RESPONSE, request)  # The same nonce: LIV-001.
        if kind == ERROR:
            reader = Reader(payload)
            raise Problem(f"error {reader.number(2)}: {reader.text()}")
        if kind == GOODBYE:
            reader = Reader(payload)
            raise Problem(f"the coordinator says goodbye: {reader.number(2)} {reader.text()}")
        return kind, flags, request, Reader(payload)

    def frame(self):
        length, kind, flags, request = struct.unpack(">IHHQ", self.exactly(16))
        if length > FRAME_LIMIT:
            raise Problem(f"the coordinator announced a payload of {length} bytes")
        return kind, flags, request, self.exactly(length)

    def exactly(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                raise Problem("the coordinator closed the connection")
            data += piece
        return data

    def ask(self, kind, payload, answer):
        """Sends a request and gives the payloads of its answer; skips every event (REQ-003)."""
        self.last_request += 1
        self.send(kind, payload, 0, self.last_request)
        while True:
            got, flags, request, reader = self.receive()
            if not flags & RESPONSE or request != self.last_request:
                continue
            if got != answer:
                raise Problem(f"request {request} was answered by a frame of type {got:#06x}")
            yield reader
            if not flags & MORE:
                return

    def hello(self):
        features = struct.pack(">IH", 1, 0x3A3A)  # Grease alone (GRS-002).
        grease = struct.pack(">HHI", 1, 0x4A4A, 0)
        payload = struct.pack(">HH", 0, 0) + features + struct.pack(">I", FRAME_LIMIT)
        (reader,) = self.ask(HELLO, payload + text("board_client.py/1") + grease, WELCOME)
        self.send(0xDADA, b"")  # GRS-003
        reader.take(2)
        reader.list(lambda: reader.take(2))
        reader.take(4 + 2 + 4 + 8)
        return reader.text(), reader.text(), reader.text()  # cluster, user, device

    def boards(self):
        result = []
        for reader in self.ask(LIST_BOARDS, NO_EXTENSIONS, BOARDS):
            result += reader.list(
                lambda: (reader.take(16), reader.text(), reader.number(8), reader.number(8)))
        return result

    def attach(self, board):
        """A fresh session; configuration 5 is a command's, which nobody restores."""
        session = os.urandom(16)
        payload = board + session + os.urandom(16) + b"\5" + bytes(4) + bytes(16)
        payload += struct.pack(">QQH", 0, 1, 1) + NO_EXTENSIONS
        (reader,) = self.ask(ATTACH, payload, ATTACHED)
        return session, reader.number(4)

    def snapshot(self):
        """The columns, and the cards of each, and the board's sequence number (SNP)."""
        columns, sequence, count, total = {}, 0, 0, 1
        while count < total:
            request = struct.pack(">QI", sequence, count) + NO_EXTENSIONS
            (reader,) = self.ask(FETCH_SNAPSHOT, request, SNAPSHOT)
            sequence, _, total = reader.number(8), reader.number(4), reader.number(4)
            count += len(reader.list(lambda: self.entity(reader, columns)))
        return columns, sequence

    def entity(self, reader, columns):
        kind = reader.number(1)
        if kind == 1:  # header
            reader.take(16 + 2)
            reader.text(), reader.stamp()
        elif kind == 2:  # column
            key = reader.take(16)
            title = reader.text()
            reader.stamp(), reader.stamp()
            columns[key] = {"title": title, "deleted": reader.number(1) == 1, "cards": []}
            reader.stamp()
        elif kind == 3:  # card
            key = reader.take(16)
            reader.stamp()
            title, (user, _) = reader.text(), reader.stamp()
            reader.stamp()
            column = reader.take(16)
            reader.stamp()
            card = {"id": key, "title": title, "by": user, "archived": reader.number(1) == 1}
            reader.stamp()
            columns[column]["cards"].append({**card, "body": ""})
            self.card = columns[column]["cards"][-1]
        elif kind == 4:  # text, of the card before it
            reader.take(16)
            reader.list(lambda: self.run(reader))
        elif kind == 5:  # favourites
            reader.text()
            reader.list(lambda: (reader.take(16 + 1), reader.stamp()))
        elif kind == 6:  # proposal
            reader.take(16 if reader.number(1) > 1 else 0)
            value = reader.number(1)
            if value == 1:
                reader.text()
            elif value == 2:
                reader.take(16), reader.anchors()
            elif value == 3:
                reader.anchors()
            else:
                reader.take(1)
            reader.stamp()
        elif kind == 7:  # undo record: not needed here, but what follows it may be
            reader.stamp()
            reader.list(lambda: self.undo_step(reader))
            reader.take(1)
            reader.optional(lambda: reader.take(28))
        else:
            raise Problem(f"unknown entity {kind}")

    def run(self, reader):
        reader.take(28 + 4 + 1)
        deleted = reader.number(1)
        value = reader.text(4)
        if not deleted:
            self.card["body"] += value

    @staticmethod
    def undo_step(reader):
        kind = reader.number(1)
        reader.take(0 if kind == 1 else 16)
        if kind in (1, 3, 6):
            reader.text()
        elif kind in (4, 7):
            reader.take(16 if kind == 7 else 0)
            reader.anchors()
        elif kind in (5, 8, 9):
            reader.take(1)
        elif kind == 10:
            reader.take(8)
            reader.list(lambda: reader.take(36))

    def add(self, session, epoch, sequence, column, title):
        """card-create at the end of a column, as the session's first operation."""
        card = os.urandom(16)
        identity = session + struct.pack(">IQ", epoch, 1)
        intent = struct.pack(">H", 20) + card + column + text(title) + text("") + b"\0\0"
        operation = identity + struct.pack(">Q?", sequence, False) + intent + NO_EXTENSIONS
        (reader,) = self.ask(SUBMIT, operation + NO_EXTENSIONS, OUTCOME)
        _, number, _ = reader.number(8), reader.number(8), reader.number(8)
        outcome = ["applied", "merged", "superseded", "rejected"][reader.number(1) - 1]
        reason = f", reason {reader.number(1)}" if outcome == "rejected" else ""
        return card, f"{outcome} as operation {number}{reason}"

    def leave(self, attached):
        if attached:
            list(self.ask(DETACH, b"\1" + NO_EXTENSIONS, DETACHED))
        self.send(GOODBYE, struct.pack(">H", 0) + text("") + NO_EXTENSIONS)
        try:
            self.socket.unwrap()  # close_notify
        except (ssl.SSLError, OSError):
            pass  # What is still on its way here no longer matters.
        self.socket.close()


def shown(value):
    """Nothing that others wrote gets into this terminal (TXT-005)."""
    return "".join(
        c if c.isprintable() and c not in "\u200e\u200f\u061c" else "\N{REPLACEMENT CHARACTER}"
        for c in value.replace("\n", " "))


def find(boards, wanted):
    found = [b for b in boards if b[1] == wanted or b[0].hex().startswith(wanted.lower())]
    if len(found) != 1:
        raise Problem(f"{len(found)} boards are called {wanted!r}")
    return found[0][0]


def main():
    parser = argparse.ArgumentParser(description="List, show and extend boards.")
    parser.add_argument("address", metavar="HOST:PORT")
    parser.add_argument("--identity", required=True, metavar="FOLDER")
    parser.add_argument("board", nargs="?", metavar="BOARD")
    parser.add_argument("--add", metavar="TITLE")
    options = parser.parse_intermixed_args()

    connection = Connection(options.address, options.identity)
    cluster, user, device = connection.hello()
    print(f"{user} on {device}, cluster {cluster}")
    boards = connection.boards()
    if options.board is None:
        for key, title, sequence, _ in boards:
            print(f"{key.hex()[:8]}  {shown(title)}  ({sequence} operations)")
        return connection.leave(attached=False)

    session, epoch = connection.attach(find(boards, options.board))
    columns, sequence = connection.snapshot()
    live = {key: column for key, column in columns.items() if not column["deleted"]}
    for column in live.values():
        print(f"\n{shown(column['title'])}")
        for card in column["cards"]:
            if not card["archived"]:
                body = f": {shown(card['body'])}" if card["body"] else ""
                print(f"  {card['id'].hex()[:8]}  {shown(card['title'])}{body}")
    if options.add is not None:
        if not live:
            raise Problem("the board has no column")
        card, outcome = connection.add(session, epoch, sequence, next(iter(live)), options.add)
        print(f"\n{card.hex()[:8]}  {outcome}")
    connection.leave(attached=True)


if __name__ == "__main__":
    try:
        main()
    except (Problem, OSError, ssl.SSLError) as problem:
        sys.exit(f"board_client.py: {problem}")
