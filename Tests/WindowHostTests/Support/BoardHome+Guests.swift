import Foundation
import Identity
import Testing

// Several users of one coordinator, each with a folder.
extension BoardHome {
  /// Whether any file of this folder's windows holds the text.
  func keeps(_ text: String) -> Bool {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.contains { name in
      let contents = FileManager.default.contents(atPath: path + "/" + name)
      return contents?.range(of: Data(text.utf8)) != nil
    }
  }

  var url: String {
    get throws {
      let address = try String(contentsOfFile: path + "/coordinator.address", encoding: .utf8)
      return "board://" + address.trimmingCharacters(in: .newlines)
    }
  }

  /// Lets another user reach this one's coordinator, with no role on any board.
  /// - Returns: where that is.
  func introduce(_ user: String, to guest: BoardHome) throws -> String {
    let authority = try #require(try IdentityFolder(path + "/identity").load().authority)
    let minted = try authority.mint(user: UserName(user), device: NamePart("lap"))
    try IdentityFolder(guest.path + "/identity").write(minted)
    return try url
  }
}
