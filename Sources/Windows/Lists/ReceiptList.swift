import BoardModel
import Screen
import WindowSync
import Wording

/// The list of the user's receipts, to be read at any time until they are; each can be shown whole.
/// Behind them stand the drafts whose card was purged, and the open proposals for fields that belong
/// to no card.
struct ReceiptList: OverlayList {
  enum Entry: Equatable {
    case receipt(Receipt)
    case orphan(ViewState.Draft)
    case proposal(Proposal)
  }

  private var receipts: [Receipt] = []
  private var orphans: [ViewState.Draft] = []
  private var proposals: [Proposal] = []
  private var chosen = ListCursor()
  /// The first line that is shown of the chosen entry, if it is shown whole; nil for the list.
  private var whole: ListCursor?

  init(_ reader: ReceiptReader) {
    orphans = reader.edits.orphans
    refresh(reader.view, reader.inbox)
    let first =
      receipts.firstIndex { reader.waitsHere($0) }
      ?? receipts.firstIndex { !reader.inbox.isSeen($0) } ?? 0
    chosen.select(first, count: count)
  }

  var cursor: ListCursor {
    get { whole ?? chosen }
    set { if whole == nil { chosen = newValue } else { whole = newValue } }
  }

  private var count: Int { receipts.count + orphans.count + proposals.count }

  var selected: Entry? { chosen.index < count ? entry(chosen.index) : nil }

  private func entry(_ index: Int) -> Entry {
    if index < receipts.count { return .receipt(receipts[index]) }
    let behind = index - receipts.count
    return behind < orphans.count
      ? .orphan(orphans[behind]) : .proposal(proposals[behind - orphans.count])
  }

  /// Adds new receipts at the end; those that were read stay while the list is open.
  private mutating func refresh(_ view: BoardView, _ inbox: Inbox) {
    let shown = Set(receipts.map(\.key))
    receipts += inbox.receipts.filter { !shown.contains($0.key) }
    proposals = view.looseProposals
    chosen.clamp(to: count)
    if selected == nil { whole = nil }
  }

  mutating func boardChanged(_ view: BoardView, _ inbox: Inbox) -> Notice? {
    refresh(view, inbox)
    return nil
  }

  var showsReceipts: Bool { true }

  // MARK: Keys

  var hints: [(String, String)] {
    let keys = Keymap.receipts
    return [
      (keys.key(of: .list(.choose)), whole == nil ? "whole" : "list"),
      (keys.key(of: .putBack), "put back"), (keys.key(of: .dismiss), "read"),
      (keys.key(of: .dismissAll), "all read"), (keys.key(of: .copy), "copy"),
      (keys.key(of: .list(.close)), "close"),
    ]
  }

  func has(_ chord: KeyChord) -> Bool { Keymap.receipts[chord] != nil }

  mutating func handle(_ input: Input, _ model: inout WindowModel) -> ListOutcome {
    guard case .key(let key, let modifiers) = input else { return handleAsList(input, &model) }
    switch Keymap.receipts[KeyChord(key, modifiers)] {
    case nil: break
    case .list(let command): return perform(command, &model)
    case .putBack: putBack(&model)
    case .copy: copy(&model)
    case .dismiss: dismiss(&model)
    case .dismissAll:
      whole = nil
      model.see(receipts)
      for draft in orphans { model.edits.throwAway(draft) }
      return close()
    }
    return .stays
  }

  mutating func close() -> ListOutcome {
    guard whole != nil else { return .closes }
    whole = nil
    return .stays
  }

  mutating func choose(_ model: inout WindowModel) -> ListOutcome {
    guard whole == nil, let selected else {
      whole = nil
      return .stays
    }
    whole = ListCursor()
    if case .receipt(let receipt) = selected { model.see([receipt]) }
    return .stays
  }

  mutating func move(_ motion: ListCommand, places: Int, page: Int) {
    // The lines may have become fewer since the last key.
    cursor.clamp(to: places)
    cursor.move(motion, count: places, page: page)
  }

  private func putBack(_ model: inout WindowModel) {
    switch selected {
    case nil: model.refuse("There is nothing to put back.")
    case .orphan: model.refuse("Not put back: its card was purged.")
    case .proposal(let proposal): settle(proposal, accept: true, &model)
    case .receipt(let receipt):
      guard let board = model.board else { return }
      let intent: Intent
      do throws(ReceiptRestoration.Fault) {
        intent = try ReceiptRestoration.intent(
          receipt, model.receipts.intent(of: receipt), on: board)
      } catch {
        return model.refuse("Not put back: \(error.text).")
      }
      guard !board.has(intent) else {
        model.see([receipt])
        return model.refuse("It is on the board already.")
      }
      guard model.edit(intent) else { return }
      model.see([receipt])
      model.answer("Put back: \(model.words.request(intent)).")
    }
  }

  private mutating func dismiss(_ model: inout WindowModel) {
    whole = nil
    switch selected {
    case nil: return
    case .orphan(let draft):
      model.edits.throwAway(draft)
      orphans = model.edits.orphans
      chosen.clamp(to: count)
      model.answer("Thrown away.")
    case .proposal(let proposal): settle(proposal, accept: false, &model)
    case .receipt(let receipt):
      model.see([receipt])
      chosen.move(.down, count: count, page: 1)
    }
  }

  private func settle(_ proposal: Proposal, accept: Bool, _ model: inout WindowModel) {
    let user = proposal.stamp.author.user
    let intent = Intent.settle(
      proposal.field, user: user, operation: proposal.stamp.operation, accept: accept)
    guard model.edit(intent) else { return }
    model.answer(accept ? "Accepted what \(user) proposed." : "Dismissed what \(user) proposed.")
  }

  private func copy(_ model: inout WindowModel) {
    let text: String? =
      switch selected {
      case .receipt(let receipt): model.receipts.own(receipt)
      case .orphan(let draft): draft.text
      case .proposal, nil: nil
      }
    guard let text else { return model.refuse("There is no text to copy.") }
    model.effects.append(.copyToClipboard(text))
    model.answer("What you wrote is copied.")
  }

  // MARK: What is shown

  func content(_ scene: Scene, _ reader: ReceiptReader) -> ListContent {
    let title = "What became of your edits"
    guard let whole else {
      return ListContent(title: title, count: count, shape: .choice(chosen)) { row($0, reader) }
    }
    let columns = ListPanel.innerColumns(of: scene.viewport.size.columns)
    let lines = lines(reader, columns: columns)
    return ListContent(title: title, count: lines.count, shape: .text(top: whole.index)) {
      lines[$0]
    }
  }

  private func row(_ index: Int, _ reader: ReceiptReader) -> ListPanel.Row {
    switch entry(index) {
    case .receipt(let receipt):
      let sign = reader.inbox.isSeen(receipt) ? "✓ " : "• "
      return ListPanel.Row(text: sign + reader.headline(of: receipt))
    case .orphan(let draft):
      return ListPanel.Row(text: "• " + reader.headline(of: draft))
    case .proposal(let proposal):
      return ListPanel.Row(text: "◇ " + reader.view.words.headline(proposal))
    }
  }

  /// The lines of the chosen entry with both values, wrapped to a width.
  private func lines(_ reader: ReceiptReader, columns: Int) -> [ListPanel.Row] {
    guard let selected else { return [] }
    var rows: [ListPanel.Row] = []
    func add(_ text: String, isHeading: Bool = false) {
      var body = WrappedBody(columns: columns)
      body.update(Array(text.unicodeScalars), columns: columns)
      rows += (0..<body.rows).map {
        ListPanel.Row(text: body.line($0)?.text ?? "", isHeading: isHeading)
      }
    }
    let receipt: Receipt
    switch selected {
    case .receipt(let chosen): receipt = chosen
    case .orphan(let draft):
      add(reader.headline(of: draft))
      add("")
      add("Yours", isHeading: true)
      add(draft.text)
      return rows
    case .proposal(let proposal):
      add(reader.view.words.headline(proposal))
      add(reader.clock.text(of: proposal.stamp.time))
      add("")
      add("Now", isHeading: true)
      add(reader.whole(proposal.field))
      add("")
      add("Proposed", isHeading: true)
      add(reader.view.words.value(proposal.value, of: proposal.field, isWhole: true))
      return rows
    }
    add(reader.headline(of: receipt))
    add(
      "\(reader.clock.text(of: receipt.cause.time)), by \(receipt.cause.author.user)"
        + " on \(receipt.cause.author.device)")
    if let theirs = reader.whole(receipt) {
      add("")
      add("Now", isHeading: true)
      add(theirs)
    }
    add("")
    add("Yours", isHeading: true)
    add(reader.own(receipt) ?? reader.holder(of: receipt))
    return rows
  }
}

extension Board {
  /// Whether the thing that the edit creates exists: it cannot be made twice.
  fileprivate func has(_ intent: Intent) -> Bool {
    switch intent {
    case .cardCreate(let id, _, _, _, _): card(id) != nil
    case .columnCreate(let id, _, _): column(id) != nil
    case .labelCreate(let id, _, _): label(id) != nil
    case .itemAdd(let card, let id, _, _): item(id, on: card) != nil
    case .commentAdd(let card, let id, _): comment(id, on: card) != nil
    default: false
    }
  }
}
