import Glibc

/// Standard input, output and error.
public enum StandardFiles {
  /// Opens /dev/null for each of the three that is closed, so that it can be neither read nor
  /// written. Otherwise the next file that is opened, even a connection, would become standard
  /// output and get what was meant for a person.
  public static func keepPlaces() {
    for (file, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(file, F_GETFD) < 0 {
      // open(2) gives the lowest free number, which is this one, as all below are taken.
      _ = open("/dev/null", mode)
    }
  }
}
