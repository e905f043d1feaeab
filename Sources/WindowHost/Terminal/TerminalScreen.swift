import NIOCore
import NIOPosix
import Screen

/// The terminal while windows have it: modes, input, frames. Confined to its event loop.
///
/// At most one frame is under way, and at most one is painted per turn of the loop: a slow terminal
/// gets fewer frames, never old ones.
final class TerminalScreen {
  /// Whom the terminal serves; all is called on the loop.
  struct Owner {
    var inputs: ([Input]) -> Void
    var frame: () -> Grid
  }

  private enum State {
    /// The terminal is the shell's, or another program's.
    case away
    case active
    /// It is given back as soon as it has taken what was written, or the timer runs out.
    case leaving(deadline: Scheduled<Void>, then: () -> Void)
    case gone
  }

  var owner: Owner?
  let loop: any EventLoop
  private let device: TerminalDevice
  private let channel: any Channel
  private var state = State.away
  private var raw: RawMode?
  private var modes = TerminalModes()
  private var renderer: Renderer
  private var shown: Grid?
  private var pacing = FramePacing()
  private var decoder = InputDecoder()
  private var silence: Scheduled<Void>?
  private var questions = TerminalQuestions()
  /// What the terminal was called last.
  private var title: String?

  /// A terminal that takes nothing for so long is left as it is.
  private static let patience = TimeAmount.milliseconds(500)

  /// - Parameter channel: on a duplicate of the device's descriptor, without automatic reading.
  init(
    _ device: consuming TerminalDevice, channel: any Channel, colors: ColorLevel,
    loop: any EventLoop
  ) {
    self.device = device
    self.channel = channel
    self.loop = loop
    renderer = Renderer(colors: colors)
  }

  var size: TerminalSize { device.size }

  // MARK: Having the terminal

  /// Takes the terminal, or takes it again: modes are set and the next frame is whole.
  func enter() throws {
    switch state {
    case .active: raw = nil
    case .away: break
    case .leaving, .gone: return
    }
    let taken = try RawMode(device.file)
    EmergencyRestore.arm(
      device.file, writing: TerminalScreen.cancel + TerminalModes().leave, restoring: taken.original
    )
    raw = consume taken
    state = .active
    shown = nil
    write(modes.enter)
    if let title { write(TerminalRequest.title(title)) }
    if let asked = questions.ask(now: .now()) { write(asked) }
    setReading(true)
    requestFrame()
  }

  /// Ends whatever sequence a cut write may have left open, and a frame that was held back.
  private static let cancel: [UInt8] = [0x18] + Array("\u{1B}[?2026l".utf8)

  /// Gives the terminal back as it was, then calls `then`.
  func leave(then: @escaping () -> Void) {
    switch state {
    case .away, .gone: return then()
    case .leaving(let deadline, let before):
      state = .leaving(deadline: deadline) {
        before()
        then()
      }
      return
    case .active: break
    }
    silence?.cancel()
    pacing.forget()
    let deadline = loop.assumeIsolated().scheduleTask(in: TerminalScreen.patience) {
      self.finishLeaving()
    }
    state = .leaving(deadline: deadline, then: then)
    write(modes.leave) { self.loop.assumeIsolated().execute { self.didTakeLeave() } }
  }

  /// Answers that are still to come would be typed into the shell.
  private func didTakeLeave() {
    guard case .leaving = state else { return }
    guard let wait = questions.wait(now: .now()) else { return finishLeaving() }
    loop.assumeIsolated().scheduleTask(in: wait) { self.finishLeaving() }
  }

  private func finishLeaving() {
    guard case .leaving(let deadline, let then) = state else { return }
    deadline.cancel()
    setReading(false)
    raw = nil
    EmergencyRestore.disarm()
    state = .away
    then()
  }

  /// The terminal does not exist any more: nothing can be given back.
  func hangUp() {
    let before = state
    state = .gone
    silence?.cancel()
    raw = nil
    EmergencyRestore.disarm()
    if case .leaving(let deadline, let then) = before {
      deadline.cancel()
      then()
    }
  }

  private func setReading(_ reading: Bool) {
    try? channel.syncOptions?.setOption(.autoRead, value: reading)
  }

  // MARK: Writing

  /// Also after the terminal was another program's, which may have given it a title of its own.
  func setTitle(_ text: String) {
    title = text
    write(TerminalRequest.title(text))
  }

  /// Bell, clipboard and the like, between frames.
  func write(_ bytes: [UInt8], taken: (() -> Void)? = nil) {
    switch state {
    case .away, .gone: return
    case .active, .leaving: break
    }
    let sent = channel.writeAndFlush(ByteBuffer(bytes: bytes))
    guard let taken else { return }
    sent.assumeIsolated().whenComplete { _ in taken() }
  }

  func captureMouse(_ captures: Bool) {
    write(modes.captureMouse(captures))
  }

  /// A new frame is to be had from the owner.
  func requestFrame() {
    guard case .active = state, pacing.request() else { return }
    loop.assumeIsolated().execute { self.paint() }
  }

  /// Nothing is trusted of what the terminal shows.
  func repaint() {
    shown = nil
    requestFrame()
  }

  /// No frame until `release`, once for each `hold`: what it would show is not on disk yet.
  func hold() {
    pacing.hold()
  }

  func release() {
    pacing.release()
    if pacing.isDue { loop.assumeIsolated().execute { self.paint() } }
  }

  private func paint() {
    guard case .active = state, pacing.begin(), let owner else { return }
    let next = owner.frame()
    let bytes = renderer.difference(from: shown, to: next)
    shown = next
    guard !bytes.isEmpty else { return pacing.end() }
    write(bytes) {
      self.pacing.end()
      if self.pacing.isDue { self.loop.assumeIsolated().execute { self.paint() } }
    }
  }

  // MARK: Reading

  func received(_ bytes: ByteBuffer) {
    silence?.cancel()
    take(decoder.feed(bytes.readableBytesView))
    awaitRest()
  }

  private func awaitRest() {
    let wait: TimeAmount
    switch decoder.wait {
    case nil: return
    case .escape: wait = .milliseconds(40)
    case .paste: wait = .seconds(1)
    }
    silence = loop.assumeIsolated().scheduleTask(in: wait) {
      self.take(self.decoder.flush())
      self.awaitRest()
    }
  }

  private func take(_ inputs: [Input]) {
    guard !inputs.isEmpty else { return }
    for case .reply(let reply) in inputs {
      if case .synchronizedOutput(let has) = reply { renderer.synchronizes = has }
      if questions.answered(by: reply), case .leaving = state { finishLeaving() }
    }
    if case .active = state { owner?.inputs(inputs) }
  }
}
