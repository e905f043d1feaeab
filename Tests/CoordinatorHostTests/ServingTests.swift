import Foundation
import Identity
import LogRecords
import NIOCore
import OperationLog
import OwnThread
import TLS
import Testing
import Transport
import Wire

@testable import CoordinatorHost

@Suite("The coordinator's host", .ownThread, .timeLimit(.minutes(1)))
struct ServingTests {
  @Test("A device of the team is taken and logged, and told goodbye when the coordinator drains")
  func drained() async throws {
    try await ServedStore.run { served, endpoint in
      let peer = try await DialedPeer.dial(
        endpoint, as: ServedStore.identity(of: served.authority, user: "bob"),
        on: served.eventLoop)
      try await peer.greeted.get()
      try await served.eventLoop.submit { served.server.value.drain() }.get()
      try await served.eventLoop.flatSubmit { served.server.value.stopped.futureResult }.get()
      let conversation = try await peer.ended.get()
      guard case .welcome? = conversation.messages.first,
        case .goodbye? = conversation.messages.last
      else {
        Issue.record("\(conversation.messages)")
        return
      }
      #expect(conversation.end == .clean)
      #expect(
        served.log.lines.contains { $0.hasPrefix("notice bob on laptop connected from 127.0") })
      #expect(served.log.lines.contains("notice listens at \(endpoint)"))
    }
  }

  @Test("A device of another authority is refused before it can say anything, and that is logged")
  func refused() async throws {
    try await ServedStore.run { served, endpoint in
      let stranger = try Authority.create(cluster: try NamePart("test"))
      let minted = try stranger.mint(user: try UserName("eve"), device: try NamePart("laptop"))
      // Eve trusts the coordinator, so that it is the coordinator that has to refuse.
      let own = Identity(
        cluster: stranger.cluster, user: try UserName("eve"), device: try NamePart("laptop"),
        credentials: TLSCredentials(
          certificateChain: minted.credentials.certificateChain,
          privateKey: minted.credentials.privateKey, authority: served.authority.certificate),
        coordinator: nil, authority: nil)
      let peer = try await DialedPeer.dial(endpoint, as: own, on: served.eventLoop)
      let conversation = try await peer.ended.get()
      #expect(conversation.messages.isEmpty)
      #expect(conversation.end?.concernsIdentity == true, "\(String(describing: conversation.end))")
      #expect(served.log.lines.contains { $0.hasPrefix("warning refused a connection from 127.0") })
      #expect(!served.log.lines.contains { $0.contains("joined") })
    }
  }

  @Test("Where the store can do nothing more, everybody is cut, and the host ends with its error")
  func storeError() async throws {
    try await ServedStore.run { served, endpoint in
      let peer = try await DialedPeer.dial(
        endpoint, as: ServedStore.identity(of: served.authority, user: "bob"),
        on: served.eventLoop)
      try await peer.greeted.get()
      try served.store.close()
      try await served.eventLoop.submit { served.server.value.append(CommitGroup()) }.get()
      let stopped = try await served.eventLoop.submit { served.server.value.stopped.futureResult }
        .get()
      await #expect(throws: StoreError.closed) { try await stopped.get() }
      let conversation = try await peer.ended.get()
      // No goodbye: whoever is cut asks again about all that was not acknowledged.
      guard case .welcome? = conversation.messages.last else {
        Issue.record("\(conversation.messages)")
        return
      }
      #expect(conversation.end != .clean)
      #expect(served.log.lines.contains { $0.hasPrefix("critical the coordinator stops: ") })
    }
  }

  @Test("A program of the same user gets a copy of the store that is served")
  func copied() async throws {
    try await ServedStore.run { served, _ in
      let copy = served.root + "/copy"
      try #require(FileManager.default.createFile(atPath: copy, contents: nil))
      let holder = StoreHolder(folder: served.store.folder, process: nil)
      let client = try #require(try ControlClient(holder))
      try client.copy(to: copy)
      let size = try FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int
      #expect(try #require(size) > 0)
      let second = try #require(try ControlClient(holder))
      let refusal = #expect(throws: CoordinatorRefusal.self) { try second.copy(to: copy) }
      #expect(refusal?.reason == "cannot overwrite \(copy): File exists")
    }
  }

  @Test("A program of the same user is told what the coordinator does")
  func status() async throws {
    try await ServedStore.run { served, _ in
      let status = try #require(try CoordinatorStatus.ofCoordinator(in: served.store.folder))
      #expect(status.connections == 0)
      #expect(status.boards == 0)
      // So far it was opened, in one turn.
      let turns = try #require(status.measures.first { $0.name == "events per turn" })
      #expect(turns.count == 1)
      #expect(turns.most == 1)
      #expect(status.measures.contains { $0.name == "microseconds until durable" })
      let elsewhere = served.root + "/elsewhere"
      #expect(throws: StoreError.missing(folder: elsewhere)) {
        try CoordinatorStatus.ofCoordinator(in: elsewhere)
      }
    }
  }

  @Test("A host that ends removes its socket, and nobody is taken any more")
  func closed() async throws {
    try await ServedStore.run { served, _ in
      try await served.eventLoop.flatSubmit { served.control.value.close() }.get()
      #expect(try ControlClient(StoreHolder(folder: served.store.folder, process: nil)) == nil)
    }
  }

  @Test("An address that is taken is named, and the host does not begin")
  func taken() async throws {
    try await ServedStore.run { served, endpoint in
      await #expect(throws: BindFailure.self) {
        try await served.eventLoop.flatSubmit { served.open([endpoint]) }.get()
      }
    }
  }
}
