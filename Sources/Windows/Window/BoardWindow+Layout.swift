import Screen

// This part does what follows from every event.
extension BoardWindow {
  var hasPrompt: Bool {
    if case .prompt = mode { true } else { false }
  }

  private var attention: NoticeQueue.Attention {
    if model.viewport.sizeClass == .tooSmall { return .away }
    switch mode {
    case .prompt(let prompt): return prompt.isRestored ? .deciding : .typing
    case .external: return .away
    case .browsing, .pressed, .dragging, .card, .list, .reading, .history, .columnForm:
      return .watched
    }
  }

  private var isAtRest: Bool {
    switch mode {
    case .browsing, .pressed: true
    case .dragging, .card, .prompt, .list, .reading, .history, .external, .columnForm:
      false
    }
  }

  mutating func settleLayout(_ event: WindowEvent) {
    model.notices.attend(attention)
    model.viewport.begin(isAtRest: isAtRest)
    if hasPrompt {
      model.revealFocus(hasPrompt: true)
    } else if model.footerRows != model.viewport.frame.footerRows, model.viewport.frame.showsFocus {
      model.revealFocus()
    } else {
      model.clampScroll()
    }
    model.viewport.end(footerRows: model.footerRows, showsFocus: model.scene.isFocusVisible)
    let scene = model.scene
    if case .history(var view) = mode {
      view.clampWhole(scene)
      mode = .history(view)
    }
    if case .card(var editor) = mode {
      var followsCaret = true
      if case .input(.mouse(let mouse)) = event, case .wheel = mouse.action { followsCaret = false }
      editor.layOut(scene, followsCaret: followsCaret)
      mode = .card(editor)
    }
    model.settleDetail(mode.openCard)
  }

  func changesScreen(_ event: WindowEvent) -> Bool {
    switch event {
    case .input(.focus(true)), .clock, .viewStateSaved: return false
    default: return true
    }
  }

  mutating func wake() {
    let next = [model.deadline, modeDeadline, model.saving.deadline, heldInput.deadline]
      .compactMap { $0 }.min()
    if let effect = announced.wake(at: next) { model.effects.append(effect) }
  }
}
