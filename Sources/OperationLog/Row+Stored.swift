import BoardModel
import Foundation
import GRDB

// GRDB's subscripts trap on a value of another type than expected, and a damaged page can hold any:
// all reading of columns goes through these functions, which throw instead.
extension Row {
  func integer(_ index: Int) throws -> Int64 {
    try stored(index)
  }

  /// Reads a number that must not be negative.
  func sequence(_ index: Int) throws -> UInt64 {
    guard let value = UInt64(exactly: try integer(index)) else { throw Row.garbled }
    return value
  }

  func text(_ index: Int) throws -> String {
    try stored(index)
  }

  func bytes(_ index: Int) throws -> [UInt8] {
    let data: Data = try stored(index)
    return [UInt8](data)
  }

  func identifier<Kind>(_ index: Int) throws -> Identifier<Kind> {
    guard let id = Identifier<Kind>(stored: try stored(index)) else { throw Row.garbled }
    return id
  }

  private func stored<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int
  ) throws -> Value {
    do {
      return try decode(Value.self, atIndex: index)
    } catch is RowDecodingError {
      throw Row.garbled
    }
  }

  static let garbled = DatabaseError(
    resultCode: .SQLITE_CORRUPT, message: "a value is not of the kind its column holds")
}
