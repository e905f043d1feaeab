public import BoardModel

/// The payload of one type of frame.
public protocol MessageBody: WireRecord, Hashable, Sendable {
  static var type: FrameType { get }
}

extension MessageBody {
  public var payload: [UInt8] {
    var writer = ByteWriter(reservingCapacity: 192)
    write(to: &writer)
    return writer.bytes
  }

  public func frame(request: UInt64 = 0, flags: FrameFlags = []) -> Frame {
    Frame(type: Self.type, flags: flags, request: request, payload: payload)
  }
}

/// Any payload that this version knows.
public enum Message: Hashable, Sendable {
  case hello(Hello)
  case welcome(Welcome)
  case error(ErrorMessage)
  case ping(Ping)
  case pong(Pong)
  case goodbye(Goodbye)
  case listBoards(ListBoards)
  case boards(Boards)
  case createBoard(CreateBoard)
  case membership(Membership)
  case findUsers(FindUsers)
  case users(Users)
  case setName(SetName)
  case attach(Attach)
  case attached(Attached)
  case fetchSnapshot(FetchSnapshot)
  case snapshot(Snapshot)
  case fetchExcerpt(FetchExcerpt)
  case excerpt(Excerpt)
  case fetchHistory(FetchHistory)
  case fetchCardHistory(FetchCardHistory)
  case history(History)
  case submit(Submit)
  case outcome(OutcomeMessage)
  case detach(Detach)
  case detached(Detached)
  case committed(Committed)
  case acknowledge(Acknowledge)
  case resync(Resync)
  case digest(DigestMessage)
  case presence(Presence)
  case present(Present)
  case morePresent(MorePresent)
  case openWindow(OpenWindow)
  case windowOpened(WindowOpened)
  case attachWindow(AttachWindow)
  case listWindows(ListWindows)
  case windows(WindowList)
  case endWindow(EndWindow)
  case windowEnded(WindowEnded)
  case windowState(WindowState)
  case activate(Activate)
  case windowRegistered(WindowRegistered)
  case windowEnd(WindowEnd)
  case windowsGone(WindowsGone)
  case infoNotKept(InfoNotKept)
  case invite(Invite)
  case invited(Invited)
  case invitation(Invitation)
  case lift(Lift)
  case lifted(Lifted)
  case carried(Carried)
  case load(Load)
  case part(Part)
  case drop(Drop)
  case dropped(Dropped)
  case cancelDrag(CancelDrag)
  case join(Join)
  case certificate(CertificateMessage)
  case renew(Renew)
  case admit(Admit)
  case admitted(Admitted)
  case listDevices(ListDevices)
  case devices(Devices)
  case revokeDevice(RevokeDevice)
  case deviceRevoked(DeviceRevoked)

  /// - Returns: nil for a type this version does not know.
  /// - Throws: `MalformedBytes` with the offset in the payload.
  public init?(_ frame: Frame) throws(MalformedBytes) {
    guard let entry = MessageEntry[frame.type] else { return nil }
    var reader = ByteReader(frame.payload)
    self = try entry.read(&reader)
    try reader.finish()
  }
}

extension MessageEntry {
  /// The table of messages. Each stands in the group of the feature it needs.
  public static let all: [MessageEntry] =
    group(
      needing: nil,
      request(Message.hello, from: .client, answer: Welcome.self),
      response(Message.welcome, from: .coordinator),
      responseOrEvent(Message.error, from: .both),
      request(Message.ping, from: .both, answer: Pong.self),
      response(Message.pong, from: .both),
      event(Message.goodbye, from: .both),
      request(Message.listBoards, from: .client, answer: Boards.self),
      response(Message.boards, from: .coordinator, inParts: true),
      request(Message.createBoard, from: .client, answer: OutcomeMessage.self),
      request(Message.attach, from: .client, answer: Attached.self, then: Snapshot.self),
      response(Message.attached, from: .coordinator, inParts: true),
      request(Message.fetchSnapshot, from: .client, answer: Snapshot.self),
      response(Message.snapshot, from: .coordinator, inParts: true),
      request(Message.fetchExcerpt, from: .client, answer: Excerpt.self),
      response(Message.excerpt, from: .coordinator, inParts: true),
      request(Message.fetchHistory, from: .client, answer: History.self),
      response(Message.history, from: .coordinator),
      request(Message.submit, from: .client, answer: OutcomeMessage.self),
      response(Message.outcome, from: .coordinator),
      request(Message.detach, from: .client, answer: Detached.self),
      response(Message.detached, from: .coordinator),
      event(Message.committed, from: .coordinator),
      event(Message.acknowledge, from: .client),
      event(Message.resync, from: .coordinator),
      request(Message.join, from: .client, answer: CertificateMessage.self),
      response(Message.certificate, from: .coordinator),
      request(Message.renew, from: .client, answer: CertificateMessage.self))
    + group(
      needing: Feature.digest,
      event(Message.digest, from: .coordinator))
    + group(
      needing: Feature.cardHistory,
      request(Message.fetchCardHistory, from: .client, answer: History.self))
    + group(
      needing: Feature.presence,
      event(Message.presence, from: .client),
      event(Message.present, from: .coordinator),
      event(Message.morePresent, from: .coordinator))
    + group(
      needing: Feature.windows,
      request(Message.openWindow, from: .client, answer: WindowOpened.self),
      response(Message.windowOpened, from: .coordinator),
      request(Message.attachWindow, from: .client, answer: Attached.self, then: Snapshot.self),
      request(Message.listWindows, from: .client, answer: WindowList.self),
      response(Message.windows, from: .coordinator, inParts: true),
      request(Message.endWindow, from: .client, answer: WindowEnded.self),
      response(Message.windowEnded, from: .coordinator),
      event(Message.windowState, from: .client),
      event(Message.activate, from: .coordinator),
      event(Message.windowRegistered, from: .coordinator),
      event(Message.windowEnd, from: .coordinator),
      event(Message.windowsGone, from: .coordinator),
      event(Message.infoNotKept, from: .coordinator),
      request(Message.invite, from: .client, answer: Invited.self),
      response(Message.invited, from: .coordinator),
      event(Message.invitation, from: .coordinator))
    + group(
      needing: Feature.members,
      event(Message.membership, from: .coordinator),
      request(Message.findUsers, from: .client, answer: Users.self),
      responseOrEvent(Message.users, from: .coordinator),
      request(Message.setName, from: .client, answer: Users.self))
    + group(
      needing: Feature.drags,
      request(Message.lift, from: .client, answer: Lifted.self),
      response(Message.lifted, from: .coordinator),
      event(Message.carried, from: .coordinator),
      request(Message.load, from: .both, answer: Part.self),
      response(Message.part, from: .both),
      request(Message.drop, from: .client, answer: Dropped.self),
      response(Message.dropped, from: .coordinator),
      event(Message.cancelDrag, from: .client))
    + group(
      needing: Feature.devices,
      request(Message.admit, from: .client, answer: Admitted.self),
      response(Message.admitted, from: .coordinator),
      request(Message.listDevices, from: .client, answer: Devices.self),
      response(Message.devices, from: .coordinator, inParts: true),
      request(Message.revokeDevice, from: .client, answer: DeviceRevoked.self),
      response(Message.deviceRevoked, from: .coordinator))
}
