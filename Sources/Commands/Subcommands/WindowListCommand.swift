import ArgumentParser

struct WindowsCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "windows", abstract: "Lists your windows, wherever they are.",
    discussion: """
      In front of each stands what names it; then what it shows, on which board, whether and since \
      when it is connected, where it is or was, and what it holds that is not on the board. Below \
      them stand those that only this device's disk knows.
      """)

  @OptionGroup var output: OutputOptions

  func reply(of client: Client) throws -> Reply {
    let windows = try UserWindows(client)
    return Reply(json: windows.json, text: windows.text(columns: StandardOutput.columns))
  }
}
