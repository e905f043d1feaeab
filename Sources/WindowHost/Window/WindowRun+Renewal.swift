import Launcher
import NIOCore
import NIOPosix
import Windows
import WindowSync
import Wire
import Wording

// Performs what the renewal of this device's certificate asks for, and looks for a newer one, or
// another address, while there is no link.
extension WindowRun {
  func renew(_ event: Renewal.Event) {
    if case .left = state { return }
    for effect in renewal.handle(event, now: setting.clock.now) { perform(effect) }
  }

  private func perform(_ effect: Renewal.Effect) {
    switch effect {
    case .look: look()
    case .ask(let question): handle(.replica(.ask(question)))
    case .install(let answer): install(answer)
    case .release: heldRenewal = nil
    case .warn(let failure):
      // Who was thrown out has been told what to do.
      if case .readOnly(.revoked) = replica.standing { return }
      let reason =
        failure.code.map { Wording.refusal($0, device: "", text: failure.reason) }
        ?? failure.reason
      warn(Wording.unrenewed(until: endOfCertificate, reason: reason))
    case .warnOfEnd(let reason):
      let isOver = (setting.way.access.end ?? .max) <= WindowClock.wall
      warn(Wording.ended(on: isOver ? endOfCertificate : nil, reason: reason))
    case .withdrawWarning, .withdrawWarningOfEnd: handle(.window(.certificateWarning(nil)))
    case .wake(let time):
      renewalTimer?.cancel()
      renewalTimer = setting.loop.assumeIsolated().scheduleTask(
        deadline: setting.clock.deadline(time)
      ) { [weak self] in self?.renew(.timer) }
    }
  }

  private func warn(_ text: String) { handle(.window(.certificateWarning(text))) }

  private var endOfCertificate: String? {
    setting.way.access.end.map { WindowClock.zone.text($0) }
  }

  private func look() {
    let access = setting.way.access
    setting.way.threads.runIfActive(eventLoop: setting.loop) { try access.look() }
      .assumeIsolated().whenComplete { [weak self] result in
        switch result {
        case .success(.notDue): self?.renew(.looked(.notDue))
        case .success(.busy): self?.renew(.looked(.busy))
        case .success(.due(let held)):
          self?.heldRenewal = held
          self?.renew(.looked(.due(request: held.request)))
        case .failure(let error): self?.renew(.looked(.failed(reason: "\(error)")))
        }
      }
  }

  private func install(_ answer: CertificateMessage) {
    guard let held = heldRenewal else { return }
    heldRenewal = nil
    setting.way.threads.runIfActive(eventLoop: setting.loop) { try held.install(answer) }
      .assumeIsolated().whenComplete { [weak self] result in
        switch result {
        case .success: self?.renew(.installed)
        case .failure(let error): self?.renew(.notInstalled(reason: "\(error)"))
        }
      }
  }

  // MARK: What is dialed by

  /// Whether the window seeks a link, or would go on if the other side had it.
  var isApart: Bool {
    switch replica.standing {
    case .writable, .readOnly: !isLinked
    case .fenced, .reclaiming, .leaving: false
    }
  }

  func watchFiles(_ event: DialWatch.Event) {
    if case .left = state { return }
    for effect in dialWatch.handle(event, now: setting.clock.now) {
      switch effect {
      case .look: link?.lookForNews { [weak self] in self?.watchFiles(.looked(isNews: $0)) }
      case .dial: handle(.replica(.resumeNow))
      case .wake(let time):
        dialWatchTimer?.cancel()
        dialWatchTimer = setting.loop.assumeIsolated().scheduleTask(
          deadline: setting.clock.deadline(time)
        ) { [weak self] in self?.watchFiles(.timer) }
      }
    }
  }

  /// Lets go of the lock and the timers of a window that is left.
  func endRenewal() {
    renewalTimer?.cancel()
    dialWatchTimer?.cancel()
    heldRenewal = nil
  }
}
