import Glibc

/// The three files a process is given.
public enum StandardFiles {
  /// Fills the places of those that were closed with something that can neither be read nor
  /// written. Else the next file that is opened, be it a connection, becomes standard output, and
  /// gets what was meant for a person.
  public static func keepPlaces() {
    for (file, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(file, F_GETFD) < 0 {
      // The lowest number that is free, and all below are taken.
      _ = open("/dev/null", mode)
    }
  }
}
