import ArgumentParser
import CoordinatorHost
import Foundation
import Identity

struct AuthorityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "authority", abstract: "Keeps the authority that signs who may come in.",
    subcommands: [RenewAuthority.self, ReplaceAuthority.self])
}

struct RenewAuthority: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "renew", abstract: "Makes the authority good for ten years from now.",
    discussion: """
      The key stays, so everybody who has joined goes on, and open invitations too. A coordinator that \
      runs takes it up within an hour; devices get it when they renew their own certificates. It has \
      to be done before the authority's certificate ends.
      """)

  @OptionGroup var folder: DataFolder

  func run() throws {
    try CoordinatorFolder.requireThere(folder.root)
    let validity = try folder.identity.renewAuthority()
    print("the authority is good until \(Times.text(UInt64(clamping: validity.to) * 1_000))")
  }
}
