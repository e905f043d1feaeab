import ArgumentParser

struct WindowsCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "windows", abstract: "Lists your windows, wherever they are.",
    discussion: """
      In front of each stands what names it; then what it shows, on which board, whether and since \
      when it is connected, where it is or was, and what it holds that is not on the board. Below \
      them stand those that only this device's disk knows. While the coordinator cannot be reached, \
      the windows of this disk are listed and the exit code is 3.
      """)

  @OptionGroup var output: OutputOptions

  func reply(of client: Client) throws -> Reply {
    do {
      return reply(try UserWindows(client))
    } catch let failure as CommandFailure where failure.kind == .unreachable {
      StandardOutput.complain("board: \(failure); these are the windows of this disk")
      let kept = UserWindows(kept: client.keptWindows) { client.keptTitle(of: $0) }
      var answer = reply(kept)
      answer.exitCode = failure.exitCode
      return answer
    }
  }

  private func reply(_ windows: UserWindows) -> Reply {
    Reply(json: windows.json, text: windows.text(columns: StandardOutput.columns))
  }
}
