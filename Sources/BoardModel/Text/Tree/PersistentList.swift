/// A list whose copies share all that did not change: a copy costs nothing, and changing an element
/// copies only its block, and the lists of those. Elements are never removed.
struct PersistentList<Element: Sendable>: Sendable {
  /// Full blocks of elements in full pages, but for the last ones.
  private var pages: [[[Element]]] = []
  private(set) var count = 0

  /// The number of elements of a block, and of blocks of a page, as an exponent of two; one change of
  /// a shared list copies as many.
  private static var bits: Int { 4 }
  private static var mask: Int { (1 << bits) - 1 }

  subscript(index: Int) -> Element { read(index) { $0 } }

  func read<Result>(_ index: Int, _ body: (Element) -> Result) -> Result {
    body(pages[index >> (2 * Self.bits)][(index >> Self.bits) & Self.mask][index & Self.mask])
  }

  mutating func update<Result>(_ index: Int, _ change: (inout Element) -> Result) -> Result {
    change(
      &pages[index >> (2 * Self.bits)][(index >> Self.bits) & Self.mask][index & Self.mask])
  }

  mutating func append(_ element: Element) {
    let (page, block) = (count >> (2 * Self.bits), (count >> Self.bits) & Self.mask)
    if page == pages.count { pages.append([]) }
    if block == pages[page].count { pages[page].append([]) }
    pages[page][block].append(element)
    count += 1
  }
}

extension PersistentList where Element: Equatable {
  /// The indexes of the elements that an earlier state of the list did not have, or had otherwise.
  /// What both share is passed over.
  func indexes(changedSince known: PersistentList) -> [Int] {
    var indexes: [Int] = []
    for (page, blocks) in pages.enumerated() {
      let knownBlocks = page < known.pages.count ? known.pages[page] : []
      if blocks == knownBlocks { continue }
      for (block, elements) in blocks.enumerated() {
        let knownElements = block < knownBlocks.count ? knownBlocks[block] : []
        if elements == knownElements { continue }
        let start = ((page << Self.bits) + block) << Self.bits
        for (place, element) in elements.enumerated()
        where place >= knownElements.count || knownElements[place] != element {
          indexes.append(start + place)
        }
      }
    }
    return indexes
  }
}

/// Comparison is quick where lists share their elements: arrays with one buffer are not compared.
extension PersistentList: Equatable where Element: Equatable {}
