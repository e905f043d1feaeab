import Glibc
import LoadParts

/// Newcomers beside connections that never complete their handshake.
enum Strangers {
  enum Manner: CaseIterable {
    case silent, slow

    var name: String {
      switch self {
      case .silent: "silent"
      case .slow: "one byte a second"
      }
    }
  }

  /// Between two newcomers, in nanoseconds: some come in each second.
  private static let pause: UInt64 = 50_000_000

  /// What it takes a newcomer to get in while there are so many strangers, who come again for
  /// the next newcomer where they were closed. The newcomer has their address.
  static func run(
    _ service: BoardService, strangers: Int, newcomers: Int, _ loop: Loop
  ) throws -> [Figure] {
    let place = try service.makePlace(cards: 1, loop)
    var figures: [Figure] = []
    for manner in Manner.allCases {
      var crowd = try Crowd(strangers, port: service.port)
      let meter = Meter(service)
      var times: [Double] = []
      var byte = Loop.now
      for number in 0..<newcomers {
        if manner == .slow, Loop.now >= byte {
          crowd.sayOneByte()
          byte += 1_000_000_000
        }
        try crowd.comeAgain()
        let client = try service.joiner(number, of: place, loop)
        try loop.run("a newcomer beside \(strangers) strangers") { client.isReady }
        times.append(Double(client.link.handshake) / 1e6)
        client.drop()
        let next = Loop.now + pause
        while Loop.now < next { try loop.step(until: next) }
      }
      times.sort()
      let name = "handshake beside \(strangers) strangers, \(manner.name)"
      figures += [
        meter.figure(name + ", median", "ms", more: false, times[times.count / 2]),
        meter.figure(name + ", longest", "ms", more: false, times.last ?? 0),
      ]
    }
    return figures
  }

  /// Sockets that are connected and say nothing, or the head of a TLS record byte by byte.
  private struct Crowd: ~Copyable {
    private var sockets: [Int32] = []
    private var said: [Int] = []
    private let port: UInt16
    /// How many were closed by the coordinator.
    private(set) var closed = 0
    private static let record: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]

    init(_ count: Int, port: UInt16) throws {
      self.port = port
      for _ in 0..<count {
        sockets.append(try Loopback.connect(port: port, from: nil))
        said.append(0)
      }
    }

    deinit { for socket in sockets { close(socket) } }

    /// Replaces those that were closed.
    mutating func comeAgain() throws {
      for index in sockets.indices {
        var byte: UInt8 = 0
        let count = recv(sockets[index], &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        guard count >= 0 || errno != EAGAIN else { continue }
        close(sockets[index])
        closed += 1
        sockets[index] = try Loopback.connect(port: port, from: nil)
        said[index] = 0
      }
    }

    mutating func sayOneByte() {
      for index in sockets.indices {
        var byte = Self.record[said[index] % Self.record.count]
        said[index] += 1
        _ = send(sockets[index], &byte, 1, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
    }
  }
}
