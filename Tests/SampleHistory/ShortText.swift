/// A value as a short text that differs where values differ: without the names of types, without
/// what is nil or empty, and with long lists as their count and a checksum.
public func shortText(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .optional:
    return mirror.children.first.map { shortText($0.value) } ?? "-"
  case .enum:
    guard let child = mirror.children.first, let name = child.label else { return "\(value)" }
    let payload = Mirror(reflecting: child.value)
    let isTuple = payload.displayStyle == .tuple
    return isTuple ? "\(name)\(fields(payload))" : "\(name)(\(shortText(child.value)))"
  case .collection, .set:
    let parts = mirror.children.map { shortText($0.value) }
    return list(mirror.displayStyle == .set ? parts.sorted() : parts)
  case .dictionary:
    let parts = mirror.children.map { pair in
      Mirror(reflecting: pair.value).children.map { shortText($0.value) }.joined(separator: "=")
    }
    return list(parts.sorted())
  case .struct, .class, .tuple:
    if mirror.children.isEmpty { return "\(value)" }
    let labels = mirror.children.map(\.label)
    if labels == ["high", "low"] {
      return mirror.children.map { shortText($0.value) }.joined(separator: ".")
    }
    if mirror.children.count == 1, let only = mirror.children.first { return shortText(only.value) }
    return fields(mirror)
  default: return "\(value)"
  }
}

private func fields(_ mirror: Mirror) -> String {
  let parts = mirror.children.compactMap { child -> String? in
    let text = shortText(child.value)
    guard text != "-", text != "[]" else { return nil }
    guard let label = child.label, !label.hasPrefix(".") else { return text }
    return "\(label) \(text)"
  }
  return "(\(parts.joined(separator: ", ")))"
}

/// The most elements of a list that are shown one by one.
private let shownElements = 4

private func list(_ parts: [String]) -> String {
  guard parts.count > shownElements else { return "[\(parts.joined(separator: ", "))]" }
  // FNV-1a
  let checksum = parts.joined(separator: ",").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
    ($0 ^ UInt64($1)) &* 0x100_0000_01b3
  }
  return "[\(parts.count) #\(String(checksum, radix: 36))]"
}
