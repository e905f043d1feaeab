import BoardModel
import Wire

/// Who holds something of what is finite.
struct Holder: Hashable, Sendable {
  /// Nil for somebody who has no certificate yet.
  let user: String?
  /// The user's device; nil where it is no matter on which it is held.
  let device: Author?
  /// Nil where it is no matter from where it is held.
  let network: Network?

  init(author: Author?, network: Network? = nil) {
    user = author?.user
    device = author
    self.network = network
  }

  init(user: String) {
    self.user = user
    device = nil
    network = nil
  }
}

/// How much of one finite thing is held, and by whom. It remembers nobody who holds nothing.
struct ShareCounts: Sendable {
  private(set) var all = 0
  private(set) var users: [String: Int] = [:]
  private(set) var devices: [Author: Int] = [:]
  private var networks: [Network: Int] = [:]

  func held(by user: String) -> Int { users[user] ?? 0 }

  func held(by device: Author) -> Int { devices[device] ?? 0 }

  /// Counts what is held from now on, or no more where `amount` is negative.
  mutating func add(_ amount: Int = 1, of holder: Holder) {
    all += amount
    if let user = holder.user { users.add(amount, to: user) }
    if let device = holder.device { devices.add(amount, to: device) }
    if let network = holder.network { networks.add(amount, to: network) }
  }

  /// Whether anybody may have that much more: nobody holds more than all together, who mostly hold little.
  /// It is asked for each edit, before it is looked who makes it.
  func hasRoom(for amount: Int = 1, in share: Share) -> Bool { all + amount <= share.ofAnybody }

  /// The share that would be exceeded; nil where the holder may have that much more.
  func excess(of share: Share, adding amount: Int = 1, for holder: Holder) -> Excess? {
    if hasRoom(for: amount, in: share) { return nil }
    let user = holder.user.map { users[$0] ?? 0 }
    let device = holder.device.map { devices[$0] ?? 0 }
    let network = holder.network.map { networks[$0] ?? 0 }
    if let device, device + amount > share.ofDevice { return .device(share.ofDevice) }
    if let user, user + amount > share.ofUser { return .user(share.ofUser) }
    if let network, network + amount > share.ofAddress { return .address(share.ofAddress) }
    return share.excess(all: all, held: user ?? network ?? 0, adding: amount)
  }
}

extension Share {
  /// The share that would be exceeded with one thing more of a user.
  /// - Parameters:
  ///   - all: how many there are.
  ///   - user: how many of them the user has.
  ///   - device: how many of these are of the same device.
  func excess(all: Int, ofUser user: Int, ofDevice device: Int = 0) -> Excess? {
    if device >= ofDevice { return .device(ofDevice) }
    return user >= ofUser ? .user(ofUser) : excess(all: all, held: user, adding: 1)
  }

  /// Whether what all may have is exceeded, or what is kept for those who hold little.
  fileprivate func excess(all: Int, held: Int, adding amount: Int) -> Excess? {
    if all + amount > self.all { return .all(self.all) }
    if all + amount > self.all - reserve, held >= modest { return .reserve(self.all - reserve) }
    return nil
  }
}

/// The share that a holder has used up, with its number.
enum Excess: Hashable, Sendable {
  case device(Int)
  case user(Int)
  case address(Int)
  case all(Int)
  /// What is left is for those who hold little.
  case reserve(Int)

  /// Whether another device of the same user may have more.
  var isOfDevice: Bool { if case .device = self { true } else { false } }

  /// The name of the limit, as an operator sets it.
  func name(of thing: String) -> String {
    switch self {
    case .device: "\(thing)-of-device"
    case .user: "\(thing)-of-user"
    case .address: "\(thing)-of-address"
    case .all: thing
    case .reserve: "\(thing)-reserve"
    }
  }

  /// Whose it is, for a sentence that goes on with what they have.
  func words(_ things: String) -> String {
    switch self {
    case .device(let most): "one device has at most \(most) \(things)"
    case .user(let most): "one user has at most \(most) \(things)"
    case .address(let most): "one address has at most \(most) \(things)"
    case .all(let most): "all together have at most \(most) \(things)"
    case .reserve(let most):
      "all together have \(most) \(things), and what is left is for those who have few"
    }
  }
}

extension Dictionary where Value == Int {
  fileprivate mutating func add(_ amount: Int, to key: Key) {
    guard let place = index(forKey: key) else {
      if amount != 0 { self[key] = amount }
      return
    }
    values[place] += amount
    if values[place] == 0 { remove(at: place) }
  }
}
