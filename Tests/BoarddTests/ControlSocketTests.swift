import Files
import Foundation
import Testing

@testable import CoordinatorHost

struct ControlSocketTests {
  @Test(
    "A socket may lie deeper than the system lets one be named, is this user's, and replaces one")
  func socket() throws {
    let root = FileManager.default.temporaryDirectory.path + "/control-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: root) }
    let folder = root + "/" + String(repeating: "d", count: 200)
    try Folder.make(folder)
    #expect(try ControlSocket.connect(in: folder, silence: 60) == nil)
    close(try ControlSocket.listen(in: folder))
    // What a dead coordinator left.
    #expect(try Folder.names(in: folder) == ["control"])
    #expect(try ControlSocket.connect(in: folder, silence: 60) == nil)
    let listener = try ControlSocket.listen(in: folder)
    defer { close(listener) }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/control")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.type] as? FileAttributeType == .typeSocket)
    let client = try LocalSocket(folder)
    let server = LocalSocket(accepting: listener)
    #expect(client.send(Array("hello\n".utf8)))
    #expect(server.line() == "hello")
  }
}
