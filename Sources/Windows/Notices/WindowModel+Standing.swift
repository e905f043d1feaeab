import Screen
import WindowSync

/// Whether edits can be made in this window.
enum Access: Hashable, Sendable {
  case writable
  /// Edits cannot be made; the text is a sentence that says why.
  case readOnly(String)
}

// This part shows whether the person may edit in this window, which the replica decides.
extension WindowModel {
  mutating func take(_ standing: Standing) {
    let before = self.standing
    stand(standing)
    notices.withdraw(.access, now: now)
    switch standing {
    case .writable:
      switch before {
      case .reclaiming: answer("This window is taken back.")
      case .fenced(.inUse): answer(WindowModel.reclaiming)
      case .writable, .fenced, .readOnly, .leaving: break
      }
      retryStranded()
    case .reclaiming: answer(WindowModel.reclaiming)
    case .fenced, .readOnly, .leaving:
      // The other terminal's window carries the items now.
      if standing == .fenced(.takenOver), carried.dragged != nil { carry(.release) }
      notices.endAnswer(now: now)
      if case .readOnly(let reason) = access { report(reason, .loss, about: .access) }
    }
  }

  var access: Access {
    switch standing {
    case .writable: .writable
    case .reclaiming: .readOnly(WindowModel.reclaiming)
    case .fenced(let fence): .readOnly(WindowModel.reason(fence))
    case .readOnly(let refusal): .readOnly(WindowModel.reason(refusal))
    case .leaving: .readOnly("This window is closing.")
    }
  }

  /// Whether another terminal has this window's session, which can be taken back.
  var isFenced: Bool {
    if case .fenced(let fence) = standing { fence.isReclaimable } else { false }
  }

  private static let reclaiming = "Taking the window back from the other terminal …"

  private static func reason(_ fence: Fence) -> String {
    switch fence {
    case .takenOver: "Another terminal took this window over. r takes it back."
    case .inUse(let place): "\(place) r takes it over here, q leaves it there."
    case .ended(let reason): reason
    }
  }

  private static func reason(_ refusal: LinkRefusal) -> String {
    switch refusal {
    case .upgradeNeeded(let reason): "A newer program is needed: \(reason)"
    case .boardUnknown: "The coordinator does not have this board. b shows those it has."
    case .identityRefused(let reason): "This identity was refused: \(reason)"
    case .refused(_, let reason): "The coordinator refuses this window: \(reason)"
    }
  }
}
