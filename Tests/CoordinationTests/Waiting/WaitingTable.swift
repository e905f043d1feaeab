import LogRecords
/// What happens in each waiting state: how Ann's connection stands then (`asks`: a request of hers has no
/// answer; `writing+`: a group waits behind the one that is written), what is told to whom, and all
/// that has this outcome.
let waitingTable: [WaitingState: String] = [
  waitingTable1, waitingTable2, waitingTable3, waitingTable4,
]
.reduce(into: [:]) { table, part in table.merge(part) { first, _ in first } }
