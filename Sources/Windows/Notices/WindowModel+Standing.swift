import WindowSync

// This part tells the person whether they may edit in this window, which the replica decides.
extension WindowModel {
  mutating func take(_ standing: Standing) {
    let before = self.standing
    stand(standing)
    notices.withdraw(.access)
    switch standing {
    case .writable:
      switch before {
      case .reclaiming: answer("This window is taken back.")
      case .fenced(.inUse): answer(Standing.takingBack)
      case .writable, .fenced, .readOnly, .leaving: break
      }
      retryStranded()
    case .reclaiming: answer(Standing.takingBack)
    case .fenced, .readOnly, .leaving:
      // The other terminal's window carries the items now.
      if standing == .fenced(.takenOver), carried.dragged != nil { carry(.release) }
      notices.endAnswer()
      if let reason = standing.readOnlyReason { report(reason, .loss, about: .access) }
    }
  }
}
