public import BoardModel

/// One board in a list of boards.
public struct BoardSummary: Hashable, Sendable {
  public let id: BoardID
  public let title: String
  /// The sequence number of the board's last operation.
  public let sequence: UInt64
  /// The time at which that operation was ordered, in milliseconds since 1970.
  public let time: UInt64
  public let isArchived: Bool

  public init(
    id: BoardID, title: String, sequence: UInt64, time: UInt64, isArchived: Bool = false
  ) {
    self.id = id
    self.title = title
    self.sequence = sequence
    self.time = time
    self.isArchived = isArchived
  }
}

/// Asks for the boards of this coordinator.
public struct ListBoards: Hashable, Sendable {
  public let extensions: Extensions

  public init(extensions: Extensions = .none) {
    self.extensions = extensions
  }
}

/// The boards in the order of their identifiers; one or more of these messages answer LIST_BOARDS.
public struct Boards: Hashable, Sendable {
  public let boards: [BoardSummary]
  public let extensions: Extensions

  public init(boards: [BoardSummary], extensions: Extensions = .none) {
    self.boards = boards
    self.extensions = extensions
  }
}

/// Makes a board. Answered by OUTCOME; the same request again gets the same answer.
public struct CreateBoard: Hashable, Sendable {
  public let board: BoardID
  /// The operation `boardCreate`, or a batch that begins with it.
  public let operation: Operation
  public let extensions: Extensions

  public init(board: BoardID, operation: Operation, extensions: Extensions = .none) {
    self.board = board
    self.operation = operation
    self.extensions = extensions
  }
}

/// Tells a user that their role on a board is another now.
public struct Membership: Hashable, Sendable {
  public let board: BoardID
  /// The role; nil where the user may not read the board any longer.
  public let role: Role?
  /// The title of the board; empty where the user may not read it.
  public let title: String
  public let extensions: Extensions

  public init(board: BoardID, role: Role?, title: String, extensions: Extensions = .none) {
    self.board = board
    self.role = role
    self.title = title
    self.extensions = extensions
  }
}

extension BoardSummary: WireRecord {
  public static let layout = WireLayout(
    BoardSummary.init, WireField(\.id), WireField(title: \.title), WireField(\.sequence),
    WireField(\.time), WireField(\.isArchived))
}

extension ListBoards: MessageBody {
  public static let type = FrameType(rawValue: 0x0010)
  public static let layout = WireLayout(ListBoards.init, WireField(\.extensions))
}

extension Boards: MessageBody {
  public static let type = FrameType(rawValue: 0x0011)
  public static let layout = WireLayout(Boards.init, WireField(\.boards), WireField(\.extensions))
}

extension CreateBoard: MessageBody {
  public static let type = FrameType(rawValue: 0x0012)
  public static let layout = WireLayout(
    CreateBoard.init, WireField(\.board), WireField(\.operation), WireField(\.extensions))
}

extension Membership: MessageBody {
  public static let type = FrameType(rawValue: 0x0013)
  public static let layout = WireLayout(
    Membership.init, WireField(\.board), WireField(\.role), WireField(title: \.title),
    WireField(\.extensions))
}
