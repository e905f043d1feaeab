import Coordination
import Dispatch
import Files
import Identity
import Launcher
import LogRecords
public import Logging
import NIOCore
import NIOPosix
import OperationLog
public import Transport

/// Runs a coordinator in this process, from opening its store to closing it.
public enum CoordinatorHost {
  /// Listens at the addresses for a moment, to see whether that can be done.
  /// - Throws: `BindFailure`.
  public static func probe(_ endpoints: [Endpoint]) throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { try? group.syncShutdownGracefully() }
    for endpoint in endpoints { try Listener.probe(endpoint, eventLoop: group.next()).wait() }
  }

  /// Has users get no more of the store's disk than it has room for.
  private static func restrict(
    _ shares: inout Shares, to options: CoordinatorOptions, _ contents: StoreContents, _ log: Logger
  ) {
    guard let room = try? Folder.room(in: options.store) else { return }
    let disk = Shares.Disk(contents.holdings, room: room)
    guard shares.restrict(to: disk, but: options.limits?.named ?? []) else { return }
    log.notice(
      """
      The disk of \(options.store) has room for \(room) bytes: edits may have \(shares.storedBytes.all) in \
      all, those of one user \(shares.storedBytes.ofUser), from one device \(shares.storedBytes.ofDevice). Set \
      others with --limit stored-bytes=NUMBER, stored-bytes-of-user=NUMBER and stored-bytes-of-device=NUMBER.
      """)
  }

  /// Runs until SIGTERM or SIGINT, or until it was idle for as long as the options say.
  ///
  /// It listens only after the store is open and checked, and then calls `ready` with the addresses
  /// that it got. When this returns, every ordered operation is durable and every peer has been
  /// told.
  ///
  /// - Parameter ending: called when every peer has been told, while the store is still locked.
  /// - Throws: `StoreError`, `IdentityError`, `BindFailure`.
  public static func run(
    _ options: CoordinatorOptions, log: Logger,
    ready: @escaping @Sendable ([Endpoint]) throws -> Void,
    ending: @escaping @Sendable () -> Void = {}
  ) throws {
    StopSignals.outliveTerminal()
    log.notice("\(Program.agent) starts with the store \(options.store)")
    let room = FileLimit.raise()
    let store = try Store.open(
      folder: options.store, cluster: options.identity.cluster.description,
      waiting: options.waitsForStore
        ? { holder in
          log.notice(
            "waiting for process \(holder, default: "unknown") to end, which has the store open")
        } : nil)
    defer { try? store.close() }
    let contents = try store.contents()
    let credentials = try CoordinatorCredentials(options.identity, options.identityFolder)
    var configuration = CoordinatorConfiguration(
      cluster: options.identity.cluster.description, agent: Program.agent)
    configuration.idleExitMilliseconds = options.idleExitMilliseconds
    if let keepalive = options.keepaliveMilliseconds {
      configuration.keepaliveMilliseconds = keepalive
    }
    if let limits = options.limits { configuration.shares = limits.shares }
    restrict(&configuration.shares, to: options, contents, log)
    let wanted = configuration.shares.connections.all
    var limits = Newcomers.Limits()
    limits.restrict(unfinished: configuration.shares.handshakes)
    let shares = FileLimit.Shares(
      of: room, connections: wanted, dismissed: configuration.dismissedConnections,
      unfinished: limits.unfinished)
    if shares.connections < wanted {
      log.warning(
        """
        The system lets this process open \(room + FileLimit.reserve) files, which is enough for \
        \(shares.connections) of \(wanted) connections. Raise it with `ulimit -n` or LimitNOFILE=.
        """)
    }
    configuration.shares.restrict(connections: shares.connections)
    configuration.dismissedConnections = shares.dismissed
    limits.connections = shares.connections + shares.dismissed
    limits.restrict(unfinished: shares.unfinished)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { try? group.syncShutdownGracefully() }
    let eventLoop = group.next()
    let (chosen, newcomers) = (configuration, limits)
    let encoding = DispatchQueue(label: "encodes boards")
    let running = eventLoop.flatSubmit { () -> EventLoopFuture<Void> in
      let record = CoordinatorLog(log, eventLoop: eventLoop)
      let server = CoordinatorServer(
        configuration: chosen, store: store, eventLoop: eventLoop, encoding: encoding,
        credentials: credentials, log: log, record: record)
      let opened = server.open(contents)
      let shared = NIOLoopBound(server, eventLoop: eventLoop)
      let renewing = eventLoop.scheduleRepeatedTask(
        initialDelay: CoordinatorCredentials.interval, delay: CoordinatorCredentials.interval
      ) { _ in shared.value.refresh(credentials) }
      let signals = StopSignals(StopSignals.requests) { signal in
        log.notice("stops: it was told to by \(StopSignals.name(of: signal))")
        eventLoop.execute { shared.value.drain() }
      }
      let doors = NIOLoopBound(
        Doors({ credentials.context }, server, record, limits: newcomers), eventLoop: eventLoop)
      let administrator = AdministratorDesk(
        server: server, cluster: chosen.cluster,
        addresses: { options.addresses.isEmpty ? doors.value.addresses : options.addresses })
      let control = ControlServer(
        store: store,
        asked: ControlHandler.Asked(
          status: { server.status }, administer: { administrator.take($0, answer: $1) }),
        eventLoop: eventLoop, log: log)
      let sharedControl = NIOLoopBound(control, eventLoop: eventLoop)
      return opened.flatMap {
        sharedControl.value.open()
      }.flatMap {
        doors.value.open(options.listen)
      }.flatMapThrowing {
        try ready(doors.value.addresses)
      }.flatMap {
        shared.value.stopped.futureResult.map { ending() }
      }.flatMap {
        doors.value.close()
      }.flatMapError { error in
        doors.value.close().flatMapThrowing { throw error }
      }.flatMap {
        sharedControl.value.close()
      }.flatMapError { error in
        sharedControl.value.close().flatMapThrowing { throw error }
      }.assumeIsolated().always { ending in
        signals.cancel()
        renewing.cancel()
        record.close()
        server.close()
        // A coordinator that never listened is ended only here.
        if case .failure(let error) = ending { server.stopped.fail(error) }
      }.nonisolated()
    }
    // What it has to tell goes to the loop, which may end after that.
    defer { encoding.sync {} }
    try running.wait()
    log.notice("stopped; everything that was acknowledged is in the store")
  }
}
