import Foundation

extension Schema {
  /// The schema this suite was built with: a link in this folder to `Protocol/schema`, compiled in,
  /// so that the program can be moved anywhere.
  public static func embedded() throws -> Schema {
    try Schema(json: Data(PackageResources.protocol_json))
  }

  /// - Parameter folder: one like `Protocol` of the sources.
  public static func load(from folder: String) throws -> Schema {
    let path = "\(folder)/schema/protocol.json"
    guard let json = FileManager.default.contents(atPath: path) else {
      throw SchemaFault(description: "\(path) cannot be read")
    }
    return try Schema(json: json)
  }

  /// The built-in schema as it is written.
  public static var embeddedText: String {
    String(decoding: PackageResources.protocol_json, as: UTF8.self)
  }
}
