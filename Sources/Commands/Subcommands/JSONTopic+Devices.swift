// The JSON of the commands about teams and devices.
extension JSONTopic {
  static let deviceCommands: [(command: String, shapes: [String])] = [
    ("join", ["JOINED"]), ("clusters", ["CLUSTERS"]), ("clusters use", ["JOINED"]),
    ("clusters address", ["JOINED"]), ("clusters continue", ["CONTINUED"]),
    ("clusters forget", ["FORGOTTEN"]),
    ("devices", ["DEVICES"]), ("devices invite", ["DEVICE-INVITATION"]),
    ("member invite", ["INVITATION"]), ("revoke", ["REVOKED"]),
  ]

  static let deviceShapes: [Shape] = [
    Shape("CLUSTERS", ["clusters": "[CLUSTER]"]),
    Shape("JOINED", ["cluster": "CLUSTER"]),
    Shape("CONTINUED", ["cluster": "string", "taken": "number", "open": "number"]),
    Shape("FORGOTTEN", ["forgotten": "CLUSTER", "kept": "number"]),
    Shape(
      "CLUSTER",
      [
        "name": "string", "cluster": "string", "user": "string", "device": "string",
        "addresses": "[string]", "expires": "string", "used": "boolean",
      ]),
    Shape("DEVICES", ["devices": "[DEVICE]"]),
    Shape(
      "DEVICE",
      [
        "device": "string", "here": "boolean", "joined": "string", "used": "string",
        "expires": "string", "connections": "number", "revoked": "boolean",
      ]),
    Shape(
      "INVITATION",
      [
        "user": "string", "board": "BOARD", "role": "string", "expires": "string",
        "line": "string",
      ]),
    Shape("DEVICE-INVITATION", ["user": "string", "expires": "string", "line": "string"]),
    Shape("REVOKED", ["device": "string", "here": "boolean"]),
  ]

  static let deviceText = """
    A CLUSTER is a team that this device has joined, or your own, which is named
    own and has no addresses; cluster is the name in its certificates, empty like
    the rest where nobody has one yet. expires is the end of this device's
    certificate. used marks the one that plain board opens. kept counts windows
    that hold what is not sent. The line of an INVITATION is a secret: whoever
    reads it may use it, once, until it expires. A DEVICE is here where the
    command runs on it; used is right to a minute, and
    empty where it never came.
    """
}
