public import BoardModel

/// The payload of one type of frame.
public protocol MessageBody: Hashable, Sendable {
  static var type: FrameType { get }

  /// Reads the payload, and leaves any bytes behind it.
  init(_ reader: inout ByteReader) throws(MalformedBytes)

  func write(to writer: inout ByteWriter)
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
  case attach(Attach)
  case attached(Attached)
  case fetchSnapshot(FetchSnapshot)
  case snapshot(Snapshot)
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

  public var body: any MessageBody {
    switch self {
    case .hello(let body): body
    case .welcome(let body): body
    case .error(let body): body
    case .ping(let body): body
    case .pong(let body): body
    case .goodbye(let body): body
    case .listBoards(let body): body
    case .boards(let body): body
    case .createBoard(let body): body
    case .attach(let body): body
    case .attached(let body): body
    case .fetchSnapshot(let body): body
    case .snapshot(let body): body
    case .fetchHistory(let body): body
    case .fetchCardHistory(let body): body
    case .history(let body): body
    case .submit(let body): body
    case .outcome(let body): body
    case .detach(let body): body
    case .detached(let body): body
    case .committed(let body): body
    case .acknowledge(let body): body
    case .resync(let body): body
    case .digest(let body): body
    case .presence(let body): body
    case .present(let body): body
    case .openWindow(let body): body
    case .windowOpened(let body): body
    case .attachWindow(let body): body
    case .listWindows(let body): body
    case .windows(let body): body
    case .endWindow(let body): body
    case .windowEnded(let body): body
    case .windowState(let body): body
    case .activate(let body): body
    case .windowRegistered(let body): body
    case .windowEnd(let body): body
    case .windowsGone(let body): body
    case .invite(let body): body
    case .invited(let body): body
    case .invitation(let body): body
    case .lift(let body): body
    case .lifted(let body): body
    case .carried(let body): body
    case .load(let body): body
    case .part(let body): body
    case .drop(let body): body
    case .dropped(let body): body
    case .cancelDrag(let body): body
    }
  }

  /// - Returns: nil for a type this version does not know.
  /// - Throws: `MalformedBytes` with the offset in the payload.
  public init?(_ frame: Frame) throws(MalformedBytes) {
    var reader = ByteReader(frame.payload)
    switch frame.type {
    case .hello: self = .hello(try Hello(&reader))
    case .welcome: self = .welcome(try Welcome(&reader))
    case .error: self = .error(try ErrorMessage(&reader))
    case .ping: self = .ping(try Ping(&reader))
    case .pong: self = .pong(try Pong(&reader))
    case .goodbye: self = .goodbye(try Goodbye(&reader))
    case .listBoards: self = .listBoards(try ListBoards(&reader))
    case .boards: self = .boards(try Boards(&reader))
    case .createBoard: self = .createBoard(try CreateBoard(&reader))
    case .attach: self = .attach(try Attach(&reader))
    case .attached: self = .attached(try Attached(&reader))
    case .fetchSnapshot: self = .fetchSnapshot(try FetchSnapshot(&reader))
    case .snapshot: self = .snapshot(try Snapshot(&reader))
    case .fetchHistory: self = .fetchHistory(try FetchHistory(&reader))
    case .fetchCardHistory: self = .fetchCardHistory(try FetchCardHistory(&reader))
    case .history: self = .history(try History(&reader))
    case .submit: self = .submit(try Submit(&reader))
    case .outcome: self = .outcome(try OutcomeMessage(&reader))
    case .detach: self = .detach(try Detach(&reader))
    case .detached: self = .detached(try Detached(&reader))
    case .committed: self = .committed(try Committed(&reader))
    case .acknowledge: self = .acknowledge(try Acknowledge(&reader))
    case .resync: self = .resync(try Resync(&reader))
    case .digest: self = .digest(try DigestMessage(&reader))
    case .presence: self = .presence(try Presence(&reader))
    case .present: self = .present(try Present(&reader))
    case .openWindow: self = .openWindow(try OpenWindow(&reader))
    case .windowOpened: self = .windowOpened(try WindowOpened(&reader))
    case .attachWindow: self = .attachWindow(try AttachWindow(&reader))
    case .listWindows: self = .listWindows(try ListWindows(&reader))
    case .windows: self = .windows(try WindowList(&reader))
    case .endWindow: self = .endWindow(try EndWindow(&reader))
    case .windowEnded: self = .windowEnded(try WindowEnded(&reader))
    case .windowState: self = .windowState(try WindowState(&reader))
    case .activate: self = .activate(try Activate(&reader))
    case .windowRegistered: self = .windowRegistered(try WindowRegistered(&reader))
    case .windowEnd: self = .windowEnd(try WindowEnd(&reader))
    case .windowsGone: self = .windowsGone(try WindowsGone(&reader))
    case .invite: self = .invite(try Invite(&reader))
    case .invited: self = .invited(try Invited(&reader))
    case .invitation: self = .invitation(try Invitation(&reader))
    case .lift: self = .lift(try Lift(&reader))
    case .lifted: self = .lifted(try Lifted(&reader))
    case .carried: self = .carried(try Carried(&reader))
    case .load: self = .load(try Load(&reader))
    case .part: self = .part(try Part(&reader))
    case .drop: self = .drop(try Drop(&reader))
    case .dropped: self = .dropped(try Dropped(&reader))
    case .cancelDrag: self = .cancelDrag(try CancelDrag(&reader))
    default: return nil
    }
    try reader.finish()
  }
}

extension MessageBody {
  public var payload: [UInt8] {
    var writer = ByteWriter()
    write(to: &writer)
    return writer.bytes
  }

  public func frame(request: UInt64 = 0, flags: FrameFlags = []) -> Frame {
    Frame(type: Self.type, flags: flags, request: request, payload: payload)
  }
}
