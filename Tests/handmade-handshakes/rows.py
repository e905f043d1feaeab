"""The table: what is done wrong, and what RFC 8446 and SPEC.md say has to come of it."""

import os
import socket
import struct
from typing import Callable, NamedTuple

from peer import (
    ALERT, APPLICATION_DATA, CERTIFICATE, CERTIFICATE_VERIFY, CHANGE_CIPHER_SPEC, FINISHED,
    HANDSHAKE, KEY_UPDATE, PATIENCE, message, record, vector)

# What may come. An alert by its name; `closed`, the end without one; `served`, an answer to a
# request. Where several stand, RFC 8446 leaves the choice or names none, or OpenSSL has a word of
# its own for an end that is due: illegal_parameter for messages longer than they may be and for
# changes of ciphers that are none, nothing at all for alerts that are none.
SERVED, CLOSED = "served", "closed"
MAC, UNEXPECTED, DECODE = "bad_record_mac", "unexpected_message", "decode_error"
PROTOCOL = "illegal_parameter|no_application_protocol"
DECRYPT, ILLEGAL, OVERFLOW = "decrypt_error", "illegal_parameter", "record_overflow"


class Row(NamedTuple):
    what: str
    expected: str
    act: Callable
    protocol: str = "board/1"
    # Where the hand-made part begins: "fresh" before ClientHello, "opened" behind the Finished of
    # the server, "joined" behind WELCOME.
    start: str = "opened"
    may_reset: bool = False  # Where it sends more than is read at an end (SPEC.md TLS-023).


def flip(data, at=-1):
    changed = bytearray(data)
    changed[at] ^= 1
    return bytes(changed)


def rest(p):
    """The whole of the client's flight, in order, and a request."""
    return p.certificate().verify().end()


def proven(p):
    return p.certificate().verify()


def in_one_record(p, *messages):
    return p.sealed(HANDSHAKE, b"".join(messages))


def finished_and(p, more):
    """Finished with something behind it in the same record, where the keys change."""
    in_one_record(p, message(FINISHED, p.verify_data()), more)
    p.write = p.application
    return p.tempt()


def padded_finished(p, padding):
    data = message(FINISHED, p.verify_data())
    p.sealed(HANDSHAKE, data, padding=padding)
    p.write = p.application
    return p.tempt()


def pieces(p, size):
    p.piece = size
    return rest(p)


def split_certificate(p, kind, content, sealed=True):
    """A record of another kind between two pieces of one message."""
    body = vector(1, b"") + vector(3, vector(3, p.identity.certificate) + b"\0\0")
    data = message(CERTIFICATE, body)
    p.transcript.update(data)
    p.sealed(HANDSHAKE, data[:100])
    p.sealed(kind, content) if sealed else p.plain(kind, content)
    p.sealed(HANDSHAKE, data[100:])
    return p.verify().end()


def bad_tag(p, kind, content):
    return p.raw(flip(p.write.seal(kind, content)))


def replayed(p, kind, content):
    sealed = p.write.seal(kind, content)
    return p.raw(sealed + sealed)


def skipped(p):
    p.write.number += 1
    return rest(p)


def old_transcript(p):
    seen = p.transcript.digest("sha256")
    p.certificate()
    return p.verify(p.signature(seen=seen)).end()


def second_finished(p, under_new_keys):
    proven(p).finished()
    p.write = p.application if under_new_keys else p.handshake
    return p.say(FINISHED, p.verify_data()).tempt()


def old_keys(p):
    proven(p).finished()
    p.write = p.handshake
    return p.sealed(APPLICATION_DATA, b"x" * 50)


def retried(p, **second):
    """A hello without a key share, and another one once the server wants it."""
    p.hello(share=False)
    p.server_hello()
    return p.opened(**second)


def retried_wrongly(p, first=None, **second):
    p.hello(share=False, protocol=first)
    p.server_hello()
    return p.hello(**second)


def early(p, records):
    """Early data of a session that nobody knows is skipped, and only so much of it."""
    p.opened(early=True)
    for _ in range(records):
        p.plain(APPLICATION_DATA, os.urandom(1000))
    return rest(p)


def made_hello(p):
    """ClientHello without being sent."""
    send, sent = p.raw, []
    p.raw = sent.append
    p.hello()
    p.raw = send
    return sent[0][5:]


def split_hello(p):
    data = made_hello(p)
    return p.plain(HANDSHAKE, data[:50]).raw(CCS).plain(HANDSHAKE, data[50:])


def cut(p):
    """The connection is reset by this side."""
    p.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    p.socket.close()
    return p


def ended(p):
    """The end of the transport without close_notify (SPEC.md TLS-008)."""
    p.socket.shutdown(socket.SHUT_WR)
    return p


def many_half_open(p):
    """A hundred peers that go silent behind ServerHello; `p` is one more of them."""
    p.opened()
    p.others = [socket.create_connection(p.socket.getpeername(), PATIENCE) for _ in range(100)]
    for one in p.others:
        one.sendall(p.hello_record)
    return p


def earned(p):
    """65 536 bytes give one key update more (SPEC.md TLS-021): those of a frame to be skipped."""
    p.update(times=32)
    data = p.frames.skipped(65_536)
    for start in range(0, len(data), 1 << 14):
        p.sealed(APPLICATION_DATA, data[start:start + (1 << 14)])
    return p.update().tempt()


def without_new_keys(p):
    return p.sealed(HANDSHAKE, message(KEY_UPDATE, b"\0")).tempt()


def one_byte_updates(p):
    for byte in message(KEY_UPDATE, b"\0"):
        p.sealed(HANDSHAKE, bytes([byte]))
    p.write = p.write.following()
    return p.tempt()


def after_the_end(p):
    """close_notify, and then so much that keeping it would show."""
    p.sealed(ALERT, b"\1\0")
    for _ in range(64):
        p.raw(bytes(1 << 20))
    return p


CCS = record(CHANGE_CIPHER_SPEC, b"\1")
MESSAGES = {
    0: "HelloRequest", 1: "ClientHello", 2: "ServerHello", 4: "NewSessionTicket",
    5: "EndOfEarlyData", 8: "EncryptedExtensions", 12: "ServerKeyExchange",
    13: "CertificateRequest", 14: "ServerHelloDone", 16: "ClientKeyExchange",
    22: "CertificateStatus", 25: "CompressedCertificate", 99: "type 99", 254: "message_hash"}
SCHEMES = {
    0x0401: "rsa_pkcs1_sha256", 0x0201: "rsa_pkcs1_sha1", 0x0203: "ecdsa_sha1",
    0x0503: "ecdsa_secp384r1_sha384", 0x0804: "rsa_pss_rsae_sha256", 0x0807: "ed25519", 0: "0"}
OTHERS = (0, 24, 25, 99, 255)  # Types of records that TLS 1.3 does not have here.

CERTIFICATES = [
    Row("all in order", SERVED, rest),
    Row("no certificate", "certificate_required", lambda p: p.certificate([]).end()),
    Row("no certificate, and a CertificateVerify", "certificate_required|" + UNEXPECTED,
        lambda p: p.certificate([]).verify().end()),
    Row("Finished without Certificate", UNEXPECTED, lambda p: p.end()),
    Row("CertificateVerify without Certificate", UNEXPECTED, lambda p: p.verify().end()),
    Row("Certificate without CertificateVerify", UNEXPECTED, lambda p: p.certificate().end()),
    Row("Certificate twice", UNEXPECTED, lambda p: rest(p.certificate())),
    Row("no certificate first, then one", "certificate_required|" + UNEXPECTED,
        lambda p: rest(p.certificate([]))),
    Row("Certificate with a context", f"{ILLEGAL}|{DECODE}",
        lambda p: p.certificate(context=b"?").verify().end()),
    Row("Certificate that says 16 MB", f"{ILLEGAL}|{DECODE}",
        lambda p: p.say(CERTIFICATE, bytes(5000), length=(1 << 24) - 1).tempt()),
    Row("20 certificates of 10 000 bytes", f"{ILLEGAL}|{DECODE}",
        lambda p: p.certificate([bytes(10_000)] * 20).tempt(), may_reset=True),
    Row("its certificate 20 times", SERVED,
        lambda p: p.certificate([p.identity.certificate] * 20).verify().end()),
    Row("2 000 empty certificates", f"bad_certificate|{DECODE}",
        lambda p: p.certificate([b""] * 2000).verify().end()),
    Row("a certificate that is none", f"bad_certificate|{DECODE}",
        lambda p: p.certificate([b"x" * 500]).verify().end()),
    Row("a certificate with a byte behind it", f"bad_certificate|{DECODE}",
        lambda p: p.certificate([p.identity.certificate + b"x"]).verify().end()),
    Row("none behind its certificate", f"bad_certificate|{DECODE}",
        lambda p: p.certificate([p.identity.certificate, b"x" * 500]).verify().end()),
    Row("a changed certificate", f"{DECRYPT}|bad_certificate|unknown_ca",
        lambda p: p.certificate([flip(p.identity.certificate)]).verify().end()),
    Row("a list of certificates longer than the message", DECODE,
        lambda p: p.say(CERTIFICATE, b"\0\0\x40\0" + vector(3, p.identity.certificate)).tempt()),
    Row("an extension that nobody asked for", f"{ILLEGAL}|unsupported_extension",
        lambda p: p.certificate(extensions=b"\0\5\0\4\1\0\0\0").verify().end()),
    Row("the certificate of the coordinator", "unsupported_certificate|bad_certificate",
        lambda p: p.certificate([p.identity.others["coordinator"][0]]).verify(
            p.signature(p.identity.others["coordinator"][1])).end()),
    Row("the certificate of the authority", "unsupported_certificate|bad_certificate|unknown_ca",
        lambda p: p.certificate([p.identity.others["authority"][0]]).verify(
            p.signature(p.identity.others["authority"][1])).end()),
]

PROOFS = [
    Row("a wrong signature", DECRYPT, lambda p: p.certificate().verify(flip(p.signature())).end()),
    Row("a signature of another key", DECRYPT,
        lambda p: p.certificate().verify(p.signature(p.identity.stranger)).end()),
    Row("a signature as a server's", DECRYPT,
        lambda p: p.certificate().verify(p.signature(side=b"server")).end()),
    Row("a signature without the certificate in it", DECRYPT, old_transcript),
    Row("no signature", f"{DECRYPT}|{DECODE}", lambda p: p.certificate().verify(b"").end()),
    Row("a signature of zeros", DECRYPT,
        lambda p: p.certificate().verify(bytes.fromhex("3006020100020100")).end()),
    Row("a signature with a byte behind it", f"{DECRYPT}|{DECODE}",
        lambda p: p.certificate().verify(p.signature() + b"\0").end()),
    Row("a signature of 60 000 bytes", f"{DECRYPT}|{DECODE}|{ILLEGAL}",
        lambda p: p.certificate().verify(bytes(60_000)).end()),
    Row("a signature longer than the message", DECODE,
        lambda p: p.certificate().say(CERTIFICATE_VERIFY, b"\4\3\1\0" + bytes(70)).tempt()),
    Row("CertificateVerify of one byte", DECODE,
        lambda p: p.certificate().say(CERTIFICATE_VERIFY, b"\4").tempt()),
    Row("CertificateVerify twice", UNEXPECTED, lambda p: proven(p).verify().end()),
] + [
    Row(f"a signature by {name}", ILLEGAL, lambda p, scheme=scheme: p.certificate().verify(
        scheme=scheme).end()) for scheme, name in SCHEMES.items()
]

ENDS = [
    Row("a wrong Finished", DECRYPT, lambda p: proven(p).finished(flip(p.verify_data())).tempt()),
    Row("an empty Finished", f"{DECODE}|{DECRYPT}", lambda p: proven(p).finished(b"").tempt()),
    Row("Finished of 31 bytes", f"{DECODE}|{DECRYPT}",
        lambda p: proven(p).finished(p.verify_data()[:31]).tempt()),
    Row("Finished of 33 bytes", f"{DECODE}|{DECRYPT}",
        lambda p: proven(p).finished(p.verify_data() + b"\0").tempt()),
    Row("the server's Finished", DECRYPT, lambda p: proven(p).finished(p.server_finished).tempt()),
    Row("Finished that says 16 MB", f"{ILLEGAL}|{DECODE}",
        lambda p: proven(p).say(FINISHED, bytes(100), length=(1 << 24) - 1).tempt()),
    Row("Finished twice", UNEXPECTED, lambda p: second_finished(p, True)),
    Row("Finished twice, under the same keys", MAC, lambda p: second_finished(p, False)),
    Row("Finished with a KeyUpdate in its record", UNEXPECTED,
        lambda p: finished_and(proven(p), message(KEY_UPDATE, b"\0"))),
    Row("Finished with a byte in its record", UNEXPECTED,
        lambda p: finished_and(proven(p), b"\x18")),
    Row("Finished with 16 000 bytes of padding", SERVED,
        lambda p: padded_finished(proven(p), 16_000)),
]

DATA = [
    Row("a request before Finished", MAC, lambda p: proven(p).tempt()),
    Row("a request instead of Certificate", MAC, lambda p: p.tempt()),
    Row("a request under the keys of the handshake", UNEXPECTED,
        lambda p: rest(p.sealed(APPLICATION_DATA, p.frames.request("hello", 1)))),
    Row("such a one behind CertificateVerify", UNEXPECTED, lambda p: proven(p).sealed(
        APPLICATION_DATA, p.frames.request("hello", 1)).end()),
    Row("such a one behind Finished", MAC, old_keys),
    Row("a request in plain", MAC, lambda p: rest(p.plain(
        APPLICATION_DATA, p.frames.request("hello", 1)))),
    Row("KeyUpdate instead of Certificate", UNEXPECTED, lambda p: rest(p.update())),
    Row("KeyUpdate behind CertificateVerify", UNEXPECTED, lambda p: proven(p).update().end()),
    Row("ClientHello in plain again", f"{UNEXPECTED}|{MAC}", lambda p: rest(p.hello())),
    Row("Certificate in plain", f"{UNEXPECTED}|{MAC}",
        lambda p: rest(p.plain(HANDSHAKE, message(CERTIFICATE, bytes(4))))),
    Row("early data that was not offered", MAC,
        lambda p: rest(p.plain(APPLICATION_DATA, os.urandom(1000)))),
    Row("early data that was offered", SERVED, lambda p: early(p, 1), start="fresh"),
    Row("20 000 bytes of early data", f"{MAC}|{UNEXPECTED}", lambda p: early(p, 20), start="fresh"),
] + [
    Row(f"{name} instead of Certificate", UNEXPECTED,
        lambda p, kind=kind: rest(p.say(kind, bytes(8)))) for kind, name in MESSAGES.items()
]

RECORDS = [
    Row("one byte a record", SERVED, lambda p: pieces(p, 1)),
    Row("three bytes a record", SERVED, lambda p: pieces(p, 3)),
    Row("a wrong tag", MAC, lambda p: rest(bad_tag(p, HANDSHAKE, b"\x0b"))),
    Row("a record twice", f"{MAC}", lambda p: rest(replayed(p, HANDSHAKE, b"\x0b"))),
    Row("a record left out", MAC, skipped),
    Row("a record that says TLS 1.0", f"{DECODE}|{MAC}|protocol_version|{SERVED}",
        lambda p: rest(p.sealed(HANDSHAKE, b"\x0b", version=0x0301))),
    Row("a record of no bytes", f"{MAC}|{DECODE}|{UNEXPECTED}",
        lambda p: rest(p.plain(APPLICATION_DATA, b""))),
    Row("a record of 16 bytes", f"{MAC}|{DECODE}|{UNEXPECTED}",
        lambda p: rest(p.plain(APPLICATION_DATA, bytes(16)))),
    Row("a record of 2^14+257 bytes", OVERFLOW,
        lambda p: p.plain(APPLICATION_DATA, bytes((1 << 14) + 257)).tempt()),
    Row("a record that says 65 535 bytes", OVERFLOW,
        lambda p: p.plain(APPLICATION_DATA, bytes(100), length=0xFFFF).tempt()),
    Row("a record of 2^14+1 bytes within", OVERFLOW,
        lambda p: p.sealed(HANDSHAKE, bytes((1 << 14) + 1)).tempt()),
    Row("a record of nothing but padding", UNEXPECTED,
        lambda p: rest(p.sealed(None, b"", padding=100))),
    Row("an empty piece of a message", f"{UNEXPECTED}|{SERVED}",
        lambda p: rest(p.sealed(HANDSHAKE, b""))),
    Row("1 000 empty pieces", UNEXPECTED, lambda p: rest(p.sealed(HANDSHAKE, b"", times=1000))),
    Row("application data within a message", UNEXPECTED,
        lambda p: split_certificate(p, APPLICATION_DATA, b"x")),
    Row("a warning within a message", f"{UNEXPECTED}|{SERVED}|{CLOSED}",
        lambda p: split_certificate(p, ALERT, b"\1\x5a")),
    Row("a change of ciphers within a message", f"{UNEXPECTED}|{SERVED}",
        lambda p: split_certificate(p, CHANGE_CIPHER_SPEC, b"\1", sealed=False)),
] + [
    Row(f"a record of type {kind}", UNEXPECTED, lambda p, kind=kind: rest(p.plain(kind, bytes(40))))
    for kind in OTHERS
] + [
    Row(f"a record of type {kind} within", UNEXPECTED,
        lambda p, kind=kind: rest(p.sealed(kind, b"\1")))
    for kind in (CHANGE_CIPHER_SPEC,) + OTHERS[1:]
]

CHANGES = [
    Row("a change of ciphers before Certificate", SERVED, lambda p: rest(p.raw(CCS))),
    Row("one before each message", SERVED, lambda p: p.raw(CCS).certificate().raw(CCS).verify().raw(
        CCS).end()),
    Row("one behind Finished", UNEXPECTED, lambda p: proven(p).finished().raw(CCS).tempt()),
    Row("30 changes of ciphers", SERVED, lambda p: rest(p.raw(CCS * 30))),
    Row("1 000 changes of ciphers", f"{UNEXPECTED}|{SERVED}", lambda p: rest(p.raw(CCS * 1000))),
    Row("a change of ciphers of value 2", f"{UNEXPECTED}|{ILLEGAL}",
        lambda p: rest(p.plain(CHANGE_CIPHER_SPEC, b"\2"))),
    Row("a change of ciphers of 2 bytes", f"{UNEXPECTED}|{ILLEGAL}",
        lambda p: rest(p.plain(CHANGE_CIPHER_SPEC, b"\1\1"))),
    Row("an empty change of ciphers", f"{UNEXPECTED}|{ILLEGAL}",
        lambda p: rest(p.plain(CHANGE_CIPHER_SPEC, b""))),
    Row("a change of ciphers within ClientHello", UNEXPECTED, split_hello, start="fresh"),
    Row("ClientHello with a byte behind it in its record", UNEXPECTED,
        lambda p: p.plain(HANDSHAKE, made_hello(p) + b"\x0b"), start="fresh"),
]

ALERTS = [
    Row("a fatal alert", CLOSED, lambda p: p.sealed(ALERT, b"\2\x28").tempt()),
    Row("close_notify", CLOSED, lambda p: p.sealed(ALERT, b"\1\0").tempt()),
    Row("close_notify behind CertificateVerify", CLOSED,
        lambda p: proven(p).sealed(ALERT, b"\1\0").end()),
    Row("a fatal alert in plain", f"{CLOSED}|{UNEXPECTED}",
        lambda p: p.plain(ALERT, b"\2\x28").tempt()),
    Row("close_notify in plain", f"{CLOSED}|{UNEXPECTED}",
        lambda p: p.plain(ALERT, b"\1\0").tempt()),
    Row("a fatal alert in plain behind Certificate", f"{CLOSED}|{UNEXPECTED}|{MAC}",
        lambda p: p.certificate().plain(ALERT, b"\2\x28").tempt()),
    Row("close_notify in plain behind Certificate", f"{CLOSED}|{UNEXPECTED}|{MAC}",
        lambda p: p.certificate().plain(ALERT, b"\1\0").tempt()),
    Row("an unknown fatal alert", CLOSED, lambda p: rest(p.sealed(ALERT, b"\2\xc8"))),
    Row("an unknown warning", f"{CLOSED}|{ILLEGAL}", lambda p: rest(p.sealed(ALERT, b"\1\xc8"))),
    Row("a level that is none", f"{CLOSED}|{ILLEGAL}", lambda p: rest(p.sealed(ALERT, b"\7\x28"))),
    Row("an alert of one byte", f"{DECODE}|{UNEXPECTED}", lambda p: rest(p.sealed(ALERT, b"\1"))),
    Row("an empty alert", f"{DECODE}|{UNEXPECTED}", lambda p: rest(p.sealed(ALERT, b""))),
    Row("two alerts in a record", f"{DECODE}|{UNEXPECTED}",
        lambda p: rest(p.sealed(ALERT, b"\1\x5a\1\x5a"))),
    Row("1 000 warnings", f"{UNEXPECTED}|{DECODE}|{CLOSED}",
        lambda p: rest(p.sealed(ALERT, b"\1\x5a", times=1000))),
]

RETRIES = [
    Row("a key share when it is asked for", SERVED, lambda p: rest(retried(p))),
    Row("no key share when it is asked for", f"{ILLEGAL}|handshake_failure|missing_extension",
        lambda p: retried_wrongly(p, share=False)),
    Row("board-join/1 first, then board/1", PROTOCOL,
        lambda p: retried_wrongly(p, first="board-join/1", protocol="board/1")),
    Row("board/1 first, then board-join/1", PROTOCOL,
        lambda p: retried_wrongly(p, first="board/1", protocol="board-join/1")),
    Row("board/1 first, then no protocol", PROTOCOL, lambda p: retried_wrongly(p, protocol="")),
    Row("board-join/1 first, then no protocol", PROTOCOL,
        lambda p: retried_wrongly(p, first="board-join/1", protocol="")),
    Row("board-join/1 first, then h2", PROTOCOL,
        lambda p: retried_wrongly(p, first="board-join/1", protocol="h2")),
    Row("another suite in the second hello", f"{ILLEGAL}|handshake_failure",
        lambda p: retried_wrongly(p, suites=(0x1303,))),
    Row("early data in the second hello", ILLEGAL, lambda p: retried_wrongly(p, early=True)),
    Row("a request instead of the second hello", f"{UNEXPECTED}|{MAC}",
        lambda p: (p.hello(share=False), p.server_hello(), p.plain(APPLICATION_DATA, bytes(50)))),
    Row("Certificate instead of the second hello", UNEXPECTED, lambda p: (
        p.hello(share=False), p.server_hello(),
        p.plain(HANDSHAKE, message(CERTIFICATE, bytes(4))))),
]
RETRIES = [row._replace(start="fresh") for row in RETRIES]

JOINING = [row._replace(what=row.what + " (board-join/1)", protocol="board-join/1") for row in [
    Row("all in order, with a certificate", SERVED, rest),
    Row("no certificate", SERVED, lambda p: p.certificate([]).end()),
    Row("no certificate, and a CertificateVerify", UNEXPECTED,
        lambda p: p.certificate([]).verify().end()),
    Row("Finished without Certificate", UNEXPECTED, lambda p: p.end()),
    Row("Certificate without CertificateVerify", UNEXPECTED, lambda p: p.certificate().end()),
    Row("no certificate first, then one", UNEXPECTED, lambda p: rest(p.certificate([]))),
    Row("a signature of another key", DECRYPT,
        lambda p: p.certificate().verify(p.signature(p.identity.stranger)).end()),
    Row("a wrong Finished", DECRYPT,
        lambda p: p.certificate([]).finished(flip(p.verify_data())).tempt()),
    Row("a request before Finished", MAC, lambda p: p.certificate([]).tempt()),
]]

AFTERWARDS = [row if row.start == "fresh" else row._replace(start="joined") for row in [
    Row("KeyUpdate", SERVED, lambda p: p.update().tempt()),
    Row("KeyUpdate of one byte a record", SERVED, one_byte_updates),
    Row("KeyUpdate of value 2", ILLEGAL, lambda p: p.update(2).tempt()),
    Row("KeyUpdate of value 255", ILLEGAL, lambda p: p.update(255).tempt()),
    Row("KeyUpdate of no bytes", DECODE,
        lambda p: p.sealed(HANDSHAKE, message(KEY_UPDATE, b"")).tempt()),
    Row("KeyUpdate of 2 bytes", f"{DECODE}|{ILLEGAL}",
        lambda p: p.sealed(HANDSHAKE, message(KEY_UPDATE, b"\0\0")).tempt()),
    Row("KeyUpdate that says 16 MB", f"{DECODE}|{ILLEGAL}",
        lambda p: p.sealed(HANDSHAKE, message(KEY_UPDATE, bytes(9), 0xFFFFFF)).tempt()),
    Row("KeyUpdate twice in a record", UNEXPECTED,
        lambda p: in_one_record(p, message(KEY_UPDATE, b"\0") * 2).tempt()),
    Row("KeyUpdate, and the keys as before", MAC, without_new_keys),
    Row("half a KeyUpdate, then a request", UNEXPECTED,
        lambda p: p.sealed(HANDSHAKE, message(KEY_UPDATE, b"\0")[:3]).tempt()),
    Row("32 KeyUpdates", SERVED, lambda p: p.update(times=32).tempt()),
    Row("32 KeyUpdates that want one", SERVED, lambda p: p.update(1, times=32).tempt()),
    Row("33 KeyUpdates", CLOSED, lambda p: p.update(times=33).tempt()),
    Row("33 KeyUpdates before the first request", CLOSED,
        lambda p: proven(p.opened()).finished().update(times=33).tempt(), start="fresh"),
    Row("33 KeyUpdates that want one", CLOSED, lambda p: p.update(1, times=33).tempt()),
    Row("33 KeyUpdates, with 65 536 bytes behind 32", SERVED, earned),
    Row("300 KeyUpdates that want one", CLOSED, lambda p: p.update(1, times=300).tempt()),
    Row("ClientHello in plain afterwards", f"{UNEXPECTED}|{MAC}", lambda p: p.hello().tempt()),
    Row("Certificate afterwards", UNEXPECTED, lambda p: p.certificate().tempt()),
    Row("Finished afterwards", UNEXPECTED, lambda p: p.end()),
    Row("a wrong tag afterwards", MAC,
        lambda p: bad_tag(p, APPLICATION_DATA, p.frames.request("ping", 2))),
    Row("a record twice afterwards", f"{MAC}",
        lambda p: replayed(p, APPLICATION_DATA, p.frames.skipped(10))),
    Row("a change of ciphers afterwards", UNEXPECTED, lambda p: p.raw(CCS).tempt()),
    Row("close_notify in plain afterwards", f"{UNEXPECTED}|{MAC}",
        lambda p: p.plain(ALERT, b"\1\0").tempt()),
    Row("a fatal alert in plain afterwards", f"{UNEXPECTED}|{MAC}",
        lambda p: p.plain(ALERT, b"\2\x28").tempt()),
    Row("a request in plain afterwards", MAC,
        lambda p: p.plain(APPLICATION_DATA, p.frames.request("ping", 2))),
    Row("a record of nothing but padding afterwards", UNEXPECTED,
        lambda p: p.sealed(None, b"", padding=100).tempt()),
    Row("a request with 16 000 bytes of padding", SERVED, lambda p: p.sealed(
        APPLICATION_DATA, p.frames.request("ping", 2), padding=16_000)),
    Row("a record of 2^14+1 bytes within afterwards", OVERFLOW,
        lambda p: p.sealed(APPLICATION_DATA, bytes((1 << 14) + 1)).tempt()),
    Row("20 empty records", SERVED, lambda p: p.sealed(APPLICATION_DATA, b"", times=20).tempt()),
    Row("1 000 empty records", f"{UNEXPECTED}|{SERVED}",
        lambda p: p.sealed(APPLICATION_DATA, b"", times=1000).tempt()),
    Row("1 000 warnings afterwards", f"{UNEXPECTED}|{DECODE}|{CLOSED}",
        lambda p: p.sealed(ALERT, b"\1\x5a", times=1000).tempt()),
    Row("an alert of 3 bytes afterwards", f"{DECODE}|{UNEXPECTED}",
        lambda p: p.sealed(ALERT, b"\1\0\0").tempt()),
    Row("a fatal alert afterwards", CLOSED, lambda p: p.sealed(ALERT, b"\2\x28").tempt()),
    Row("close_notify afterwards, then a request", f"close_notify|{CLOSED}",
        lambda p: p.sealed(ALERT, b"\1\0").tempt()),
    Row("close_notify afterwards, then 64 MB", f"close_notify|{CLOSED}", after_the_end,
        may_reset=True),
] + [
    Row(f"{name} afterwards", UNEXPECTED,
        lambda p, kind=kind: p.sealed(HANDSHAKE, message(kind, bytes(8))).tempt())
    for kind, name in MESSAGES.items()
]]

# What these leave undone the coordinator has to end by itself, each 5 seconds after it began.
SILENCES = [
    Row("reset behind ServerHello", CLOSED, cut, may_reset=True),
    Row("reset behind CertificateVerify", CLOSED, lambda p: cut(proven(p)), may_reset=True),
    Row("the end behind ServerHello", CLOSED, ended),
    Row("the end behind CertificateVerify", CLOSED, lambda p: ended(proven(p))),
    Row("the end behind half a record", CLOSED, lambda p: ended(p.raw(b"\x17\3\3\1\0abc"))),
    Row("the end without close_notify afterwards", CLOSED, ended, start="joined"),
    Row("silence behind ServerHello", CLOSED, lambda p: p),
    Row("silence within Certificate", CLOSED,
        lambda p: p.sealed(HANDSHAKE, message(CERTIFICATE, bytes(10), 500))),
    Row("silence instead of Finished", CLOSED, proven),
    Row("silence behind a wish for a key share", CLOSED,
        lambda p: (p.hello(share=False), p.server_hello()), start="fresh"),
    Row("silence of 101 behind ServerHello", CLOSED, many_half_open, start="fresh"),
]

ROWS = (CERTIFICATES + PROOFS + ENDS + DATA + RECORDS + CHANGES + ALERTS + RETRIES + JOINING
        + AFTERWARDS + SILENCES)
