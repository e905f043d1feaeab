import NIOCore
import NIOPosix
import Screen

/// The terminal while windows have it: its modes, its input and its frames. It may be used only on
/// its event loop.
///
/// At most one frame is being written at a time, and at most one is painted per turn of the loop. A
/// slow terminal therefore gets fewer frames, but never outdated ones.
final class TerminalScreen {
  /// The window that the terminal serves. Its closures are called on the loop.
  struct Owner {
    var inputs: ([Input]) -> Void
    var frame: () -> Grid
  }

  private enum State {
    /// The shell or another program has the terminal.
    case away
    case active
    /// The terminal is given back as soon as it has taken all that was written, or the deadline
    /// passes.
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
  /// The title that was set last.
  private var title: String?

  /// How long to wait for a terminal that takes nothing before it is given back as it is.
  private static let patience = TimeAmount.milliseconds(500)

  /// - Parameter channel: a channel on a duplicate of the device's descriptor, without automatic
  ///   reading.
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

  /// Takes the terminal, for the first time or again: the modes are set, and the next frame is
  /// painted as a whole.
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

  /// CAN ends a sequence that a cut write may have left open; the rest ends a synchronised frame.
  private static let cancel: [UInt8] = [0x18] + Array("\u{1B}[?2026l".utf8)

  /// Gives the terminal back as it was before, then calls `then`.
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

  /// Waits for answers that are still to come, since they would be typed into the shell.
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

  /// Notes that the terminal does not exist any more, so nothing can be given back.
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

  /// Sets the title. `enter` sets it again, because a program that had the terminal may have
  /// changed it.
  func setTitle(_ text: String) {
    title = text
    write(TerminalRequest.title(text))
  }

  /// Writes bytes between frames, such as a bell or a text for the clipboard.
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

  /// Schedules a frame, which is then asked of the owner.
  func requestFrame() {
    guard case .active = state, pacing.request() else { return }
    loop.assumeIsolated().execute { self.paint() }
  }

  /// Shows a grid of the terminal's size until the owner has the first frame.
  func show(_ grid: Grid) {
    guard case .active = state, grid.size == size, shown == nil else { return }
    write(renderer.difference(from: nil, to: grid))
    shown = grid
  }

  /// Schedules a frame that is painted as a whole, whatever the terminal shows.
  func repaint() {
    shown = nil
    requestFrame()
  }

  /// Holds frames back until `release`, which must be called once for each `hold`: they would show
  /// something that is not on disk yet.
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
