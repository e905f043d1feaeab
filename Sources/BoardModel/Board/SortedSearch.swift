extension RandomAccessCollection where Index == Int {
  /// The index behind the elements for which `isBefore` holds, which all stand in front of the
  /// others.
  func index(behind isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
