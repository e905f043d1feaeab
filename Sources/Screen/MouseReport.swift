/// Mouse reports in the SGR form: ESC [ < button ; column ; row M, or with a final m for a release.
/// They count columns and rows from 1.
enum MouseReport {
  static func event(_ numbers: [[Int]], isRelease: Bool) -> MouseEvent? {
    let values = numbers.compactMap { $0.count == 1 ? $0[0] : nil }
    guard values.count == 3, numbers.count == 3, values[1] >= 1, values[2] >= 1,
      let action = action(values[0], isRelease: isRelease)
    else { return nil }
    var modifiers: Modifiers = []
    if values[0] & 4 != 0 { modifiers.insert(.shift) }
    if values[0] & 8 != 0 { modifiers.insert(.alt) }
    if values[0] & 16 != 0 { modifiers.insert(.control) }
    return MouseEvent(action, at: Position(column: values[1] - 1, row: values[2] - 1), modifiers)
  }

  /// In `code`, bits 0 and 1 are the button, 32 is motion, and 64 the wheel. 128 marks further
  /// buttons, which mean nothing here.
  private static func action(_ code: Int, isRelease: Bool) -> MouseEvent.Action? {
    guard code < 128 else { return nil }
    if code & 64 != 0 {
      guard !isRelease, code & 32 == 0 else { return nil }
      let directions: [MouseEvent.WheelDirection] = [.up, .down, .left, .right]
      return .wheel(directions[code & 3])
    }
    let buttons: [MouseEvent.Button] = [.left, .middle, .right]
    guard code & 3 < 3 else { return code & 32 != 0 && !isRelease ? .move : nil }
    let button = buttons[code & 3]
    if isRelease { return .release(button) }
    return code & 32 != 0 ? .drag(button) : .press(button)
  }
}
