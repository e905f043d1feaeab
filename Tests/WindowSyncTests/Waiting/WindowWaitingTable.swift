/// What happens in each waiting state: how the link stands then, what the window does and says (`>`: to the
/// coordinator), and all that has this outcome.
let windowWaitingTable: [String: String] = [
  windowWaitingTable1, windowWaitingTable2, windowWaitingTable3,
]
.reduce(into: [:]) { table, part in table.merge(part) { first, _ in first } }
