/// What an edit says: as many bytes in every service.
package enum EditWords {
  package static let count = 100

  package static func words(_ number: Int) -> String {
    let digits = String(number)
    let start = String(repeating: "0", count: max(8 - digits.count, 0)) + digits
    return start + String(repeating: " as it is called from now on", count: 4).prefix(count - 8)
  }
}
