import Wire

/// The turns of those who sent something, in two lines: what goes to the log can wait for a group
/// while everything else goes on. A connection stands in one of them, by what it sent next.
struct TurnLines: Sendable {
  private var open = Turns()
  private var logged = Turns()
  /// Whether the turn that was given last is one of those that go to the log.
  private var isLogged = false

  /// The connection that has something to handle while no other has. It stands in no line: nobody
  /// comes before or after it.
  var alone: ConnectionID?

  enum Line: Hashable, Sendable { case open, logged }

  /// Whether nothing is to be handled now.
  /// - Parameter withLogged: whether what goes to the log may be.
  func isEmpty(withLogged: Bool) -> Bool {
    alone == nil && open.isEmpty && (logged.isEmpty || !withLogged)
  }

  /// Whether a connection has something to handle, now or when the log has taken what is gathered.
  func holds(_ id: ConnectionID) -> Bool {
    alone == id || open.holds(id) || logged.holds(id)
  }

  /// Notes that a connection, which stands in no line, may have something to handle.
  mutating func add(_ id: ConnectionID, of payer: Payer, to line: Line, first: Bool = false) {
    switch line {
    case .open: open.add(id, of: payer, first: first)
    case .logged: logged.add(id, of: payer, first: first)
    }
  }

  /// The connection whose messages are handled now, and for how much; nil where there is none. Where
  /// both lines have one, they alternate.
  mutating func next(withLogged: Bool) -> (id: ConnectionID, payer: Payer, credit: Int)? {
    let mayBeLogged = withLogged && !logged.isEmpty
    isLogged = mayBeLogged && (!isLogged || open.isEmpty)
    return isLogged ? logged.next() : open.next()
  }

  /// Notes what it cost to handle messages of the connection that `next` gave.
  /// - Parameter rest: where it stands now; nil where it has nothing more to handle.
  mutating func took(_ cost: Int, of id: ConnectionID, _ payer: Payer, rest: Line?) {
    let line = isLogged ? Line.logged : .open
    if isLogged {
      logged.took(cost, isDone: rest != line)
    } else {
      open.took(cost, isDone: rest != line)
    }
    if let rest, rest != line { add(id, of: payer, to: rest) }
  }

  /// Has somebody pay for what was done for them. It counts only while others wait.
  mutating func charge(_ payer: Payer, _ cost: Int) { open.charge(payer, cost) }
}
