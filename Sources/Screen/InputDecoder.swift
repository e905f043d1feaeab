/// Decodes the bytes that a terminal sends. They may come in pieces that are cut anywhere. A
/// sequence that is unknown is dropped whole and never appears as keys.
public struct InputDecoder: Equatable, Sendable {
  /// The most bytes kept of a control sequence. A longer one is dropped: none with a meaning is
  /// that long.
  public static let maximumSequenceBytes = 64
  /// The most bytes kept of a string, which is an answer such as a colour. A longer one is dropped.
  public static let maximumStringBytes = 1024
  /// The most bytes kept of a paste. A longer one is cut, so that it fits one frame of the protocol
  /// with room for the operation around it.
  public static let maximumPasteBytes = 512 * 1024

  /// What the decoder waits for. If nothing comes for some time, the caller calls `flush`.
  public enum Wait: Hashable, Sendable {
    /// The rest of a sequence that may also be Escape, or Alt with a key. The wait is tens of
    /// milliseconds.
    case escape
    /// The rest of a paste. The wait is a second.
    case paste
  }

  enum State: Equatable {
    case ground
    /// Part of a scalar has come; `alt` says that Escape came before it.
    case scalar(PartialScalar, alt: Bool)
    case escape
    /// ESC [ has come.
    case control(ControlSequence)
    /// ESC O has come. A function key's letter follows; digits before it are ignored.
    case function
    /// This many bytes are still to be dropped: the rest of a mouse report in the X10 form.
    case swallow(Int)
    case consoleFunction
    /// ESC ] or a similar introducer has come. A string follows until BEL or ESC \.
    case string(TerminalString)
    case paste(PasteCollector)
  }

  private var state = State.ground

  public init() {}

  public var wait: Wait? {
    switch state {
    case .ground, .scalar, .swallow, .consoleFunction: nil
    case .escape, .function: .escape
    case .control(let sequence): sequence.isEmpty ? .escape : nil
    case .string(let string): string.isEmpty || string.endsInEscape ? .escape : nil
    case .paste(let paste): paste.endsInEscape ? .escape : paste.isEmpty ? nil : .paste
    }
  }

  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Input] {
    var inputs: [Input] = []
    for byte in bytes { take(byte, &inputs) }
    return inputs
  }

  /// Tells the decoder that nothing came for as long as `wait` asks.
  public mutating func flush() -> [Input] {
    switch state {
    case .ground, .scalar, .swallow, .consoleFunction: return []
    case .escape:
      state = .ground
      return [.key(.escape, [])]
    case .function:
      state = .ground
      return [.key(.character("O"), .alt)]
    case .control(let sequence):
      guard sequence.isEmpty else { return [] }
      state = .ground
      return [.key(.character("["), .alt)]
    case .string(let string):
      guard string.isEmpty || string.endsInEscape else { return [] }
      state = .ground
      return string.endsInEscape
        ? [.key(.escape, [])] : [.key(.character(Unicode.Scalar(string.introducer)), .alt)]
    case .paste(var paste):
      // If the end of a paste is lost, pressing Escape by hand is the way out of it.
      let isLeft = paste.endsInEscape
      let pasted = isLeft ? paste.abandon() : paste.interrupt()
      state = isLeft ? .ground : .paste(paste)
      return pasted.map { [.paste($0)] } ?? []
    }
  }

  private mutating func take(_ byte: UInt8, _ inputs: inout [Input]) {
    switch state {
    case .ground: ground(byte, alt: false, &inputs)
    case .scalar(let partial, let alt): continueScalar(partial, byte, alt: alt, &inputs)
    case .escape: escape(byte, &inputs)
    case .control(let sequence): control(sequence, byte, &inputs)
    case .function: function(byte, &inputs)
    case .swallow(let count): state = count > 1 ? .swallow(count - 1) : .ground
    case .consoleFunction:
      state = .ground
      if (0x41...0x45).contains(byte) { inputs.append(.key(.function(Int(byte) - 0x40), [])) }
    case .string(let string): continueString(string, byte, &inputs)
    case .paste(var paste):
      // The state lets go of its copy, or else each byte would copy everything that has come so
      // far.
      state = .ground
      if let whole = paste.take(byte) {
        inputs.append(.paste(whole))
      } else {
        state = .paste(paste)
      }
    }
  }

  private mutating func ground(_ byte: UInt8, alt: Bool, _ inputs: inout [Input]) {
    state = .ground
    let modifiers: Modifiers = alt ? .alt : []
    switch byte {
    case 0x1B: state = .escape
    case 0x00...0x1F, 0x7F:
      let (key, own) = KeyCodes.control(byte)
      inputs.append(.key(key, own.union(modifiers)))
    case 0x20...0x7E: inputs.append(.key(.character(Unicode.Scalar(byte)), modifiers))
    default:
      if let partial = PartialScalar(byte) {
        state = .scalar(partial, alt: alt)
      } else {
        inputs.append(.key(.character(.replacement), modifiers))
      }
    }
  }

  private mutating func continueScalar(
    _ partial: PartialScalar, _ byte: UInt8, alt: Bool, _ inputs: inout [Input]
  ) {
    let modifiers: Modifiers = alt ? .alt : []
    switch partial.adding(byte) {
    case .more(let partial): state = .scalar(partial, alt: alt)
    case .scalar(let scalar):
      state = .ground
      inputs.append(.key(.character(KeyCodes.typed(scalar)), modifiers))
    case .invalid:
      inputs.append(.key(.character(.replacement), modifiers))
      ground(byte, alt: false, &inputs)
    }
  }

  private mutating func escape(_ byte: UInt8, _ inputs: inout [Input]) {
    switch byte {
    case 0x1B: inputs.append(.key(.escape, []))
    case 0x5B: state = .control(ControlSequence())
    case 0x4F: state = .function
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F: state = .string(TerminalString(introducer: byte))
    default: ground(byte, alt: true, &inputs)
    }
  }

  private mutating func function(_ byte: UInt8, _ inputs: inout [Input]) {
    switch byte {
    case 0x30...0x3B: state = .function
    case 0x40...0x7E:
      state = .ground
      if let key = KeyCodes.function(byte) { inputs.append(.key(key, [])) }
    default: ground(byte, alt: false, &inputs)
    }
  }

  private mutating func control(
    _ sequence: ControlSequence, _ byte: UInt8, _ inputs: inout [Input]
  ) {
    switch sequence.adding(byte) {
    case .more(let sequence): state = .control(sequence)
    case .consoleFunction: state = .consoleFunction
    case .mouseBytes: state = .swallow(3)
    case .pasteStart: state = .paste(PasteCollector())
    case .done(let input):
      state = .ground
      if let input { inputs.append(input) }
    case .aborted: ground(byte, alt: false, &inputs)
    }
  }

  private mutating func continueString(
    _ string: TerminalString, _ byte: UInt8, _ inputs: inout [Input]
  ) {
    switch string.adding(byte) {
    case .more(let string): state = .string(string)
    case .done(let reply):
      state = .ground
      if let reply { inputs.append(.reply(reply)) }
    case .superseded:
      state = .escape
      escape(byte, &inputs)
    case .aborted: ground(byte, alt: false, &inputs)
    }
  }
}
