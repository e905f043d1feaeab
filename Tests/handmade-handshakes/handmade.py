#!/usr/bin/env python3
"""Handshakes made by hand, and what a coordinator makes of them: see README.md."""

import argparse
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

from ecdsa import NIST256p, SigningKey
from tlslite.utils.keyfactory import parsePEMKey

sys.dont_write_bytecode = True  # Nothing is left beside the sources.
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "Protocol", "examples"))

import board_codec as codec
from peer import PATIENCE, Ended, Peer
from rows import CLOSED, ROWS, SERVED

MOST_MEMORY = 20 << 20  # Bytes by which the coordinator may have grown in the end.


class Frames:
    """Requests, and what of the answers tells whether somebody is served."""

    VALUES = {
        "hello": {
            "lowest-minor": codec.SCHEMA["lowest-minor"], "newest-minor": codec.SCHEMA["minor"],
            "features": [], "frame-limit": codec.LIMITS["frame-bytes"], "agent": "handmade",
            "extensions": []},
        "ping": {"nonce": 7}}

    def __init__(self):
        self.read = codec.Frames(codec.LIMITS["frame-bytes"])

    def request(self, name, number):
        payload = codec.write_message(name, self.VALUES[name])
        return codec.Frame(codec.MESSAGE_TYPES[name], 0, number, payload).bytes()

    def skipped(self, count):
        """An event of so many bytes of a type that means nothing (SPEC.md GRS-001)."""
        header = codec.SCHEMA["frame"]["header-bytes"]
        kind = codec.SCHEMA["grease"]["frame-types"][0]
        return codec.Frame(kind, 0, 0, bytes(max(count - header, 0))).bytes()

    def responses(self, data):
        """How many responses are complete with these bytes."""
        self.read.feed(data)
        count = 0
        while (frame := self.read.next()) is not None:
            count += bool(frame.flags & codec.RESPONSE)
        return count


class Identity:
    """The user's certificate and key, which a coordinator makes with its store, and others."""

    def __init__(self, folder):
        self.folder = folder
        self.certificate, self.key = self.read("user")
        self.others = {name: self.read(name) for name in ("coordinator", "authority")}
        self.stranger = parsePEMKey(
            SigningKey.generate(NIST256p).to_pem().decode(), private=True)

    def read(self, name):
        with open(os.path.join(self.folder, name + ".pem"), encoding="ascii") as file:
            pem = file.read()
        end = "-----END CERTIFICATE-----\n"
        certificate = ssl.PEM_cert_to_DER_cert(pem[:pem.index(end)] + end)
        with open(os.path.join(self.folder, name + ".key"), encoding="ascii") as file:
            return certificate, parsePEMKey(file.read(), private=True)

    def context(self):
        """That of an honest peer."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.set_alpn_protocols(["board/1"])
        context.check_hostname = False  # SPEC.md TLS-011.
        path = os.path.join(self.folder, "")
        context.load_verify_locations(path + "authority.pem")
        context.load_cert_chain(path + "user.pem", path + "user.key")
        return context


class Coordinator:
    """A process that this program started, in a folder of its own."""

    def __init__(self, program, folder):
        self.errors = open(os.path.join(folder, "errors"), "w+", encoding="utf-8")
        self.data = os.path.join(folder, "data")
        self.process = subprocess.Popen(
            [program, "serve", "--data", self.data, "--listen", "127.0.0.1:0"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors, text=True)

    def begin(self):
        """Waits until it listens, and reads what it made."""
        self.address = self.listening()
        self.identity = Identity(os.path.join(self.data, "identity"))
        self.honest_context = self.identity.context()

    def listening(self):
        for line in self.process.stdout:
            for word in line.split():
                host, _, port = word.strip(",;").rpartition(":")
                if host == "127.0.0.1" and port.isdigit():
                    return host, int(port)
        raise SystemExit("the coordinator did not start: " + self.said())

    def said(self):
        self.errors.seek(0)
        return self.errors.read()[-2000:]

    def stop(self):
        self.process.terminate()
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return None

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            [line] = [line for line in file if line.startswith("VmRSS:")]
        return int(line.split()[1]) << 10

    def files(self):
        """What is open, by number, but for what belongs to its store and is opened as it ages."""
        folder, files = f"/proc/{self.process.pid}/fd", {}
        for number in os.listdir(folder):
            try:
                file = os.readlink(os.path.join(folder, number))
            except FileNotFoundError:
                continue  # It was closed meanwhile.
            if not file.startswith(self.data):
                files[number] = file
        return files

    def honest(self):
        """The seconds that an honest peer needs until its first frame is answered."""
        began, frames = time.monotonic(), Frames()
        with socket.create_connection(self.address, PATIENCE) as dialled:
            with self.honest_context.wrap_socket(dialled) as peer:
                peer.sendall(frames.request("hello", 1))
                while not frames.responses(data := peer.recv(1 << 16)):
                    if not data:
                        raise OSError("the coordinator closed the connection of an honest peer")
        return time.monotonic() - began

    def settled_files(self, files):
        """What is open once it is no longer more than it was, or does not become less."""
        until = time.monotonic() + PATIENCE
        while len(now := self.files()) > len(files) and time.monotonic() < until:
            time.sleep(0.05)
        return now


def made(row, coordinator):
    """What came of a row, what is wrong with that, and how long it and an honest peer waited."""
    peer = None
    try:
        peer = Peer(coordinator.address, coordinator.identity, row.protocol, Frames())
        {"fresh": lambda: peer, "opened": peer.opened, "joined": peer.joined}[row.start]()
        row.act(peer)
        during = coordinator.honest()
        answer = peer.listen(until_response=SERVED in row.expected.split("|"))
        peer.close()
        honest = max(during, coordinator.honest())
    except Ended as ended:
        return f"not begun: {ended}", ["it did not come so far"], 0, 0
    except OSError as error:
        return f"{error}", ["an honest peer is not served"], 0, 0
    finally:
        if peer:
            peer.close()
    return str(answer), faults(row, answer), answer.seconds, honest


def faults(row, answer):
    allowed, found = row.expected.split("|"), []
    served = answer.responses > 0 or (row.start != "joined" and answer.bytes > 0)
    if served and SERVED not in allowed:
        found.append("served")
    if not served and answer.end == "open":
        found.append(f"neither answer nor end within {PATIENCE} s")
    if not served and not set(answer.alerts or [CLOSED]) <= set(allowed):
        found.append("another end than expected")
    if answer.unreadable:
        found.append("a record under other keys")
    if answer.end == "reset" and not row.may_reset:
        found.append("reset")
    return found


def run(coordinator, rows, within):
    bad = 0
    for _ in range(20):  # Until everything that is made once is made.
        coordinator.honest()
    made(ROWS[0], coordinator)
    time.sleep(2)  # What has failed stays half open for a second, so that its alert is read.
    files, memory = coordinator.files(), coordinator.memory()
    print(f"| {'what was sent':52} | {'expected':40} | {'what came':44} | s    |")
    print(f"|{'-' * 54}|{'-' * 42}|{'-' * 46}|------|")
    for row in rows:
        came, found, seconds, honest = made(row, coordinator)
        if coordinator.process.poll() is not None:
            print(f"the coordinator died of {row.what!r}: {coordinator.said()}")
            return bad + 1
        if honest > within:
            found.append(f"an honest peer waited {honest:.2f} s")
        print(f"| {row.what:52} | {row.expected:40} | {came:44} | {seconds:4.1f} |"
              + (f" WRONG: {', '.join(found)}" if found else ""), flush=True)
        bad += bool(found)
    left, grown = coordinator.settled_files(files), coordinator.memory() - memory
    print(f"{len(rows)} rows, {bad} wrong; open files {len(files)} and then {len(left)}; "
          f"memory {memory >> 10} KiB and then {grown >> 10} KiB more")
    for number in left.keys() - files.keys():
        print(f"open and was not before: {number} {left[number]}")
    return bad + (len(left) > len(files)) + (grown > MOST_MEMORY)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boardd", required=True, help="the program to test")
    parser.add_argument("--only", default="", help="only rows whose words hold this")
    parser.add_argument("--rounds", type=int, default=1, help="how often the table is gone through")
    parser.add_argument("--within", type=float, default=1, help="seconds for an honest peer")
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="handmade-")
    coordinator = Coordinator(arguments.boardd, folder)
    try:
        coordinator.begin()
        rows = [row for row in ROWS if arguments.only in row.what] * arguments.rounds
        bad = run(coordinator, rows, arguments.within)
    finally:
        code = coordinator.stop()
        shutil.rmtree(folder)
    if code:
        print(f"the coordinator ended with {code}")
    return 1 if bad or code != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
