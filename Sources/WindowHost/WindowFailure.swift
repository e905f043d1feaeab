import Identity
import Launcher
import WindowSync
import Wire
import Wording

/// The reason why there is no window, or none any more.
public enum WindowFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The board or the coordinator refused.
  case refused(String)
  /// The request itself makes no sense.
  case usage(String)
  case unreachable(String)
  case identity(String)
  case system(String)

  public var description: String {
    switch self {
    case .refused(let text), .usage(let text), .unreachable(let text), .identity(let text),
      .system(let text):
      text
    }
  }

  /// The exit code of the process: 1 if the board or this machine refused, 2 for usage, 3 if the
  /// coordinator is unreachable, 4 for identity.
  public var exitCode: Int32 {
    switch self {
    case .refused, .system: 1
    case .usage: 2
    case .unreachable: 3
    case .identity: 4
    }
  }

  init(_ error: IdentityError, in folders: BoardFolders) {
    self =
      error.kind == .system
      ? .system(folders.unusable(error.description)) : .identity(error.description)
  }

  init(_ refusal: LinkRefusal) {
    switch refusal {
    case .identityRefused(let reason): self = .identity(reason)
    case .revoked(let reason): self = .identity(Wording.revoked(reason))
    case .upgradeNeeded(let reason): self = .refused("a newer program is needed: \(reason)")
    case .refused(.boardDamaged, let reason):
      self = .refused(
        "\(reason)\nStop the coordinator: then `boardd check --data DIR`, with its data folder, "
          + "says how much can be read.")
    case .refused(_, let reason): self = .refused(reason)
    case .boardUnknown: self = .refused("there is no such board here that you may read")
    case .readingLost: self = .refused("you may not read this board any longer")
    }
  }
}
