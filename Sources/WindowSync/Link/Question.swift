import BoardModel
public import Wire

/// What a person or a command asks a coordinator. What the message needs, and what answers it,
/// stands in the table of messages.
public enum Question: Hashable, Sendable {
  case listBoards(ListBoards)
  /// Makes a board. The operation is a `boardCreate`, or a batch that begins with one; however
  /// often it is asked, it counts once.
  case createBoard(CreateBoard)
  /// Asks for this user's windows, or for the window with the given session and what it kept of
  /// itself. In the second case `registered` tells each time the window is shown, while the link
  /// lasts.
  case listWindows(ListWindows)
  /// Asks which session a window is to be. The one that is proposed is random.
  case openWindow(OpenWindow)
  /// Ends a window for good.
  case endWindow(EndWindow)
  /// Asks another user's windows to show something.
  case invite(Invite)
  /// Asks whether users were ever connected, and what they want to be called.
  case findUsers(FindUsers)
  /// Says what this user wants to be called.
  case setName(SetName)
  /// Asks for what belongs to no card of a board, and for some of its cards.
  case fetchExcerpt(FetchExcerpt)
  /// Attaches the connection to a session. Once it is answered, a directory attaches again on each
  /// connection on which it submits.
  case attach(Attach)
  /// Submits an edit of the session that was attached; it counts once, however often it is asked.
  case submit(Submit)
  /// Leaves the session that was attached, and closes it where it says so; however often it is asked,
  /// the session ends once.
  case detach(Detach)
  /// These two ask for a part of the log of the board that the connection is attached to.
  case fetchHistory(FetchHistory)
  case fetchCardHistory(FetchCardHistory)
  /// Asks for a new certificate of this device.
  case renew(Renew)
  /// Makes an invitation, by which one device can join.
  case admit(Admit)
  /// Asks for the devices of this user.
  case listDevices(ListDevices)
  /// Throws out one of them.
  case revokeDevice(RevokeDevice)

  /// The message that asks it.
  var body: any MessageBody {
    switch self {
    case .listBoards(let body): body
    case .createBoard(let body): body
    case .listWindows(let body): body
    case .openWindow(let body): body
    case .endWindow(let body): body
    case .invite(let body): body
    case .findUsers(let body): body
    case .setName(let body): body
    case .fetchExcerpt(let body): body
    case .attach(let body): body
    case .submit(let body): body
    case .detach(let body): body
    case .fetchHistory(let body): body
    case .fetchCardHistory(let body): body
    case .renew(let body): body
    case .admit(let body): body
    case .listDevices(let body): body
    case .revokeDevice(let body): body
    }
  }

  /// Whether it can be asked only on a connection that is attached to a board, and is about that.
  public var isOfBoard: Bool {
    switch self {
    case .fetchHistory, .fetchCardHistory: true
    case .listBoards, .createBoard, .listWindows, .openWindow, .endWindow, .invite, .findUsers,
      .setName, .fetchExcerpt, .attach, .submit, .detach, .renew, .admit, .listDevices,
      .revokeDevice:
      false
    }
  }

  /// Whether it is about the session of the connection, which a window has already.
  var isOfSession: Bool {
    if case .attach = self { true } else { needsSession }
  }

  /// Whether a directory asks it only where it is attached to the session that it is about.
  var needsSession: Bool {
    switch self {
    case .submit, .detach: true
    case .listBoards, .createBoard, .listWindows, .openWindow, .endWindow, .invite, .findUsers,
      .setName, .fetchExcerpt, .attach, .fetchHistory, .fetchCardHistory, .renew, .admit,
      .listDevices, .revokeDevice:
      false
    }
  }

  /// Whether whoever asked may go on without the answer.
  public var isFarewell: Bool { if case .detach = self { true } else { false } }

  var isAnsweredInParts: Bool { entry?.isAnsweredInParts == true }

  /// Whether a coordinator with these features understands the question.
  func isUnderstood(with features: [UInt16]) -> Bool {
    entry?.feature.map(features.contains) ?? true
  }

  /// What is said where the coordinator does not understand the question.
  var tooOld: String {
    switch self {
    case .fetchCardHistory: "the coordinator is too old to tell the history of a card"
    case .findUsers, .setName: "This coordinator is too old to know users: upgrade it."
    case .admit, .listDevices, .revokeDevice:
      "This coordinator is too old to invite, list or revoke devices: upgrade it."
    case .listBoards, .createBoard, .listWindows, .openWindow, .endWindow, .invite, .fetchHistory,
      .fetchExcerpt, .attach, .submit, .detach, .renew:
      "This coordinator is too old to list or open windows: upgrade it."
    }
  }

  private var entry: MessageEntry? { MessageEntry[type(of: body).type] }
}

/// What came of a question: the message that answers it, whole.
public typealias Answer = Result<Message, Unanswered>

/// Why a question has no answer.
public struct Unanswered: Error, Hashable, Sendable {
  /// How the coordinator refused; nil if it was not asked, or its answer was lost.
  public let code: ErrorCode?
  /// The end of a sentence, or a whole one from the coordinator.
  public let reason: String

  public init(_ reason: String, code: ErrorCode? = nil) {
    self.code = code
    self.reason = reason
  }

  init(_ error: ErrorMessage) { self.init(error.text, code: error.code) }
}

extension Message {
  /// This part of an answer behind the parts before it. Only lists come in parts.
  /// - Throws: a fault if the list is longer than a coordinator's can be.
  func appended(to earlier: Message?) throws(LinkFault) -> Message {
    switch (earlier, self) {
    case (let earlier, .boards(let part)):
      var boards = part.boards
      if case .boards(let parts) = earlier { boards = parts.boards + boards }
      guard boards.count <= Limits.boards else {
        throw LinkFault(.unexpectedMessage, "More than \(Limits.boards) boards.")
      }
      return .boards(Boards(boards: boards))
    case (let earlier, .windows(let part)):
      var windows = part.windows
      if case .windows(let parts) = earlier { windows = parts.windows + windows }
      guard windows.count <= Limits.sessions else {
        throw LinkFault(.unexpectedMessage, "More than \(Limits.sessions) windows.")
      }
      return .windows(WindowList(windows: windows))
    case (let earlier, .devices(let part)):
      var devices = part.devices
      if case .devices(let parts) = earlier { devices = parts.devices + devices }
      guard devices.count <= Limits.devices else {
        throw LinkFault(.unexpectedMessage, "More than \(Limits.devices) devices.")
      }
      return .devices(Devices(devices: devices))
    case (let earlier, .excerpt(let part)):
      guard case .excerpt(let parts) = earlier else { return self }
      guard parts.sequence == part.sequence, parts.isGiven, part.isGiven,
        parts.entities.count <= Limits.excerptBytes / Entity.leastSize
      else { throw LinkFault(.unexpectedMessage, "These parts make no excerpt.") }
      return .excerpt(
        Excerpt(
          sequence: part.sequence, isGiven: true, entities: parts.entities + part.entities))
    default: return self
    }
  }
}
