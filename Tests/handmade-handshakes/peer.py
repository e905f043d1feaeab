"""A client of TLS 1.3 whose every message and record can be made wrong (RFC 8446).

Cipher, hashes, key schedule, key exchange, signatures and hellos are those of tlslite-ng; the order
of messages, the records around them and the lengths in them are whatever a caller says. There is
one cipher suite (TLS_AES_128_GCM_SHA256), one group (X25519) and no check of the server: honest
peers check that. Nothing here waits longer than `PATIENCE`.
"""

import os
import socket
import time

from tlslite.constants import AlertDescription, GroupName, TLS_1_3_HRR
from tlslite.extensions import (
    ALPNExtension, ClientKeyShareExtension, KeyShareEntry, PreSharedKeyExtension, PskIdentity,
    PskKeyExchangeModesExtension, SignatureAlgorithmsExtension, SupportedGroupsExtension,
    SupportedVersionsExtension, TLSExtension)
from tlslite.handshakehashes import HandshakeHashes
from tlslite.keyexchange import ECDHKeyExchange
from tlslite.messages import ClientHello, ServerHello
from tlslite.utils.cipherfactory import createAESGCM
from tlslite.utils.codec import Parser
from tlslite.utils.cryptomath import HKDF_expand_label, derive_secret, secureHash, secureHMAC

# A handshake has 5 seconds (SPEC.md TLS-019); whoever waits longer than this waits for ever.
PATIENCE = 6

CHANGE_CIPHER_SPEC, ALERT, HANDSHAKE, APPLICATION_DATA = 20, 21, 22, 23
CERTIFICATE, CERTIFICATE_VERIFY, FINISHED, KEY_UPDATE = 11, 15, 20, 24
ECDSA_SECP256R1_SHA256 = 0x0403
SUITE, HASH, VERSION = 0x1301, "sha256", (3, 4)


def vector(size, data):
    """Data behind its length of so many bytes."""
    return len(data).to_bytes(size, "big") + bytes(data)


def message(kind, body, length=None):
    """A handshake message, which may say another length than it has."""
    count = len(body) if length is None else length
    return bytes([kind]) + count.to_bytes(3, "big") + bytes(body)


def record(kind, content, version=0x0303, length=None):
    count = len(content) if length is None else length
    return bytes([kind]) + version.to_bytes(2, "big") + count.to_bytes(2, "big") + bytes(content)


class Keys:
    """What seals or opens the records of one direction, until it changes its keys."""

    def __init__(self, secret):
        self.secret, self.number = secret, 0
        self.cipher = createAESGCM(HKDF_expand_label(secret, b"key", b"", 16, HASH))
        self.iv = HKDF_expand_label(secret, b"iv", b"", 12, HASH)

    def nonce(self):
        number, self.number = self.number.to_bytes(12, "big"), self.number + 1
        return bytearray(a ^ b for a, b in zip(self.iv, number))

    def seal(self, kind, content, padding=0, version=0x0303):
        inner = bytearray(content) + bytes([kind] if kind is not None else []) + bytes(padding)
        header = record(APPLICATION_DATA, b"", version, len(inner) + 16)
        return header + bytes(self.cipher.seal(self.nonce(), inner, bytearray(header)))

    def open(self, header, content):
        """The kind and content of a record; None where it is not of these keys."""
        inner = self.cipher.open(self.nonce(), bytearray(content), bytearray(header))
        if inner is None:
            return None
        inner = bytes(inner).rstrip(b"\0")
        return inner[-1], inner[:-1]

    def following(self):
        return Keys(HKDF_expand_label(self.secret, b"traffic upd", b"", 32, HASH))


class Ended(Exception):
    """Nothing more comes: "closed", "reset", or "open" where the time is over."""


class Answer:
    """What came until the connection ended, or until a response came that was waited for."""

    def __init__(self):
        self.alerts, self.bytes, self.responses, self.key_updates = [], 0, 0, 0
        self.unreadable, self.end, self.seconds = 0, None, 0.0

    def __str__(self):
        parts = [f"alert {alert}" for alert in self.alerts]
        for count, what in ((self.unreadable, "unreadable"), (self.key_updates, "key updates"),
                            (self.bytes, "bytes of service")):
            parts += [f"{count} {what}"] if count else []
        return ", ".join(parts + ([self.end] if self.end else []))


class Peer:
    """Sends what it is told to, in that order; whatever sends gives the peer back."""

    def __init__(self, address, identity, protocol, frames):
        self.identity, self.protocol, self.frames = identity, protocol, frames
        self.socket = socket.create_connection(address, PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received, self.is_cut = b"", False
        self.messages = b""  # Handshake messages of the server that are not taken yet.
        self.transcript = HandshakeHashes()
        self.write = self.read = self.handshake = self.application = None
        self.random, self.session = os.urandom(32), os.urandom(32)
        self.exchange = ECDHKeyExchange(GroupName.x25519, VERSION)
        self.private = self.exchange.get_random_private_key()
        self.context, self.is_welcome, self.requests = b"", False, 0
        self.piece = 1 << 14  # The most bytes of a handshake message in one record.

    # Sending

    def raw(self, data):
        """A flood may be cut short by the other side, which is for `listen` to judge."""
        try:
            self.socket.settimeout(PATIENCE)
            if not self.is_cut:
                self.socket.sendall(data)
        except OSError:
            self.is_cut = True
        return self

    def plain(self, kind, content, **more):
        return self.raw(record(kind, content, **more))

    def sealed(self, kind, content, times=1, **more):
        return self.raw(b"".join(self.write.seal(kind, content, **more) for _ in range(times)))

    def say(self, kind, body, length=None):
        """A handshake message under the keys of now, in pieces, and into the transcript."""
        data = message(kind, body, length)
        self.transcript.update(data)
        for start in range(0, len(data), self.piece):
            self.sealed(HANDSHAKE, data[start:start + self.piece])
        return self

    def tempt(self):
        """A request under the keys of applications: what is served now must not be, or must."""
        self.requests += 1
        name = "ping" if self.is_welcome else "hello"
        keys = self.write if self.write not in (None, self.handshake) else self.application
        return self.raw(keys.seal(APPLICATION_DATA, self.frames.request(name, self.requests)))

    # The handshake

    def hello(self, share=True, protocol=None, early=False, suites=(SUITE,)):
        entry = KeyShareEntry().create(
            GroupName.x25519, self.exchange.calc_public_value(self.private), self.private)
        name = self.protocol if protocol is None else protocol
        extensions = [
            SupportedVersionsExtension().create([VERSION]),
            SupportedGroupsExtension().create([GroupName.x25519]),
            SignatureAlgorithmsExtension().create([(4, 3)]),
            ClientKeyShareExtension().create([entry] if share else [])]
        if name:
            extensions.append(ALPNExtension().create([bytearray(name.encode())]))
        if early:  # Of a session that nobody knows; the key shared before has to be last.
            extensions += [
                PskKeyExchangeModesExtension().create([1]),
                TLSExtension(extType=42).create(bytearray()),
                PreSharedKeyExtension().create(
                    [PskIdentity().create(bytearray(32), 0)], [bytearray(32)])]
        data = bytes(ClientHello().create(
            (3, 3), bytearray(self.random), bytearray(self.session), list(suites),
            extensions=extensions).write())
        self.transcript.update(data)
        self.hello_record = record(HANDSHAKE, data, version=0x0301)
        return self.raw(self.hello_record)

    def server_hello(self):
        """Takes ServerHello, or the wish for another hello; gives whether it was the first."""
        data = self.next_message()
        parser = Parser(bytearray(data))
        parser.get(1)
        hello = ServerHello().parse(parser)
        if hello.random == TLS_1_3_HRR:
            first = self.transcript.digest(HASH)
            self.transcript = HandshakeHashes()
            self.transcript.update(message(254, first))  # RFC 8446, 4.4.1.
            self.transcript.update(data)
            return False
        self.transcript.update(data)
        [share] = [e.server_share for e in hello.extensions if hasattr(e, "server_share")]
        shared = self.exchange.calc_shared_key(self.private, share.key_exchange)
        early = secureHMAC(bytearray(32), bytearray(32), HASH)
        secret = secureHMAC(derive_secret(early, b"derived", None, HASH), shared, HASH)
        self.handshake = self.write = Keys(self.derive(secret, b"c hs traffic"))
        self.read = Keys(self.derive(secret, b"s hs traffic"))
        self.master = secureHMAC(
            derive_secret(secret, b"derived", None, HASH), bytearray(32), HASH)
        return True

    def derive(self, secret, label):
        return derive_secret(secret, bytearray(label), self.transcript, HASH)

    def opened(self, **more):
        """Has everything from the server, and all keys; what follows is the client's."""
        self.hello(**more)
        self.server_hello()
        while True:
            data = self.next_message()
            self.transcript.update(data)
            if data[0] == 13:
                self.context = data[5:5 + data[4]]
            if data[0] == FINISHED:
                self.server_finished = data[4:]
                self.read = Keys(self.derive(self.master, b"s ap traffic"))
                self.application = Keys(self.derive(self.master, b"c ap traffic"))
                return self

    def certificate(self, chain=None, context=None, extensions=b""):
        chain = [self.identity.certificate] if chain is None else chain
        entries = b"".join(vector(3, one) + vector(2, extensions) for one in chain)
        body = vector(1, self.context if context is None else context) + vector(3, entries)
        return self.say(CERTIFICATE, body)

    def signature(self, key=None, side=b"client", seen=None):
        seen = self.transcript.digest(HASH) if seen is None else seen
        signed = b" " * 64 + b"TLS 1.3, " + side + b" CertificateVerify\0" + bytes(seen)
        return bytes((key or self.identity.key).sign(
            secureHash(bytearray(signed), HASH), hashAlg=HASH))

    def verify(self, signature=None, scheme=ECDSA_SECP256R1_SHA256):
        signature = self.signature() if signature is None else signature
        return self.say(CERTIFICATE_VERIFY, scheme.to_bytes(2, "big") + vector(2, signature))

    def verify_data(self):
        key = HKDF_expand_label(self.handshake.secret, b"finished", b"", 32, HASH)
        return bytes(secureHMAC(key, self.transcript.digest(HASH), HASH))

    def finished(self, data=None):
        """The keys are those of applications behind it."""
        self.say(FINISHED, self.verify_data() if data is None else data)
        self.write = self.application
        return self

    def end(self):
        return self.finished().tempt()

    def joined(self):
        """All of it in order, with HELLO and WELCOME."""
        self.opened().certificate().verify().end()
        answer = self.listen(until_response=True)
        if not answer.responses:
            raise Ended(f"an honest beginning failed: {answer}")
        self.is_welcome = True
        return self

    def update(self, wish=0, times=1):
        for _ in range(times):
            self.sealed(HANDSHAKE, message(KEY_UPDATE, bytes([wish])))
            self.write = self.write.following()
        return self

    # Receiving

    def take(self, count, until):
        while len(self.received) < count:
            left = until - time.monotonic()
            try:
                self.socket.settimeout(max(left, 0.001))
                data = self.socket.recv(1 << 16)
            except TimeoutError:
                raise Ended("open") from None
            except OSError:
                raise Ended("reset") from None
            if not data:
                raise Ended("closed")
            self.received += data
        taken, self.received = self.received[:count], self.received[count:]
        return taken

    def next_record(self, until):
        """The kind and content of the next record; None instead where it cannot be opened."""
        header = self.take(5, until)
        content = self.take(int.from_bytes(header[3:], "big"), until)
        if header[0] != APPLICATION_DATA:
            return header[0], content
        return self.read and self.read.open(header, content) or (None, content)

    def next_message(self):
        until = time.monotonic() + PATIENCE
        while len(self.messages) < 4 or len(self.messages) < 4 + int.from_bytes(
                self.messages[1:4], "big"):
            kind, content = self.next_record(until)
            if kind == HANDSHAKE:
                self.messages += content
            elif kind != CHANGE_CIPHER_SPEC:
                raise Ended(f"a record of type {kind} came instead: {content[:8].hex()}")
        end = 4 + int.from_bytes(self.messages[1:4], "big")
        data, self.messages = self.messages[:end], self.messages[end:]
        return data

    def listen(self, until_response=False):
        """Everything that comes, to the end."""
        answer, began = Answer(), time.monotonic()
        try:
            while not (until_response and answer.responses):
                self.note(answer, *self.next_record(began + PATIENCE))
        except Ended as ended:
            answer.end = str(ended)
        answer.seconds = time.monotonic() - began
        return answer

    def note(self, answer, kind, content):
        if kind == ALERT:
            answer.alerts.append(AlertDescription.toStr(content[-1]))
        elif kind == APPLICATION_DATA:
            answer.bytes += len(content)
            answer.responses += self.frames.responses(content)
        elif kind == HANDSHAKE and content[0] == KEY_UPDATE:
            answer.key_updates += 1
            self.read = self.read.following()
        elif kind != CHANGE_CIPHER_SPEC and kind != HANDSHAKE:
            answer.unreadable += 1

    def close(self):
        self.socket.close()
