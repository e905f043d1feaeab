import Glibc
import NIOCore
public import TLS

/// The way in which a stream, or the attempt to open one, ended.
public enum StreamEnd: Error, Equatable, Sendable, CustomStringConvertible {
  /// Each side has sent close_notify, so no bytes are missing.
  case clean
  /// The bytes ended without close_notify: the last message may be cut.
  case truncated
  /// `abort` was called on this side.
  case aborted
  case tls(TLSError)
  /// The socket failed, in the words of the operating system, or was closed.
  case io(String)
  case timeout(Phase)

  public enum Phase: Equatable, Sendable {
    case connect
    case handshake
    /// After `finish`, the peer did not take the rest or did not close its own side.
    case drain
  }

  public var description: String {
    switch self {
    case .clean: return "closed"
    case .truncated: return "the connection was cut without a proper close"
    case .aborted: return "the connection was dropped on this side"
    case .tls(let error): return error.description
    case .io(let text): return text
    case .timeout(.connect): return "no answer to the attempt to connect"
    case .timeout(.handshake): return "the TLS handshake did not complete in time"
    case .timeout(.drain): return "the other side did not close the connection in time"
    }
  }

  /// True when one side refused the other's certificate: trying again is of no use.
  public var concernsIdentity: Bool {
    guard case .tls(let error) = self else { return false }
    return error.concernsIdentity
  }

  init(_ error: any Error) {
    switch error {
    case let end as StreamEnd:
      self = end
    case let error as TLSError:
      self = error.kind == .truncated ? .truncated : .tls(error)
    case let error as IOError:
      self = .io(String(cString: strerror(error.errnoCode)))
    case let error as SocketAddressError.UnknownHost:
      self = .io("there is no host called \(error.host)")
    case ChannelError.connectTimeout:
      self = .timeout(.connect)
    case ChannelError.eof, ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed:
      self = .io("the connection was closed")
    default:
      self = .io(String(describing: error))
    }
  }
}
