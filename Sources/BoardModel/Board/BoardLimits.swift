/// The most that a board may hold. `apply` rejects what goes beyond, so every replica agrees on it.
public enum BoardLimits {
  /// Scalars in a title: several lines of the widest column; more belongs in the body.
  public static let titleScalars = 1_000
  /// Scalars of a body, tombstones counted: ten times the longest text people keep on a card.
  public static let bodyScalars = 1_000_000
  /// Columns, deleted ones counted: a board that needs more is many boards.
  public static let columns = 1_000
  /// Cards, archived and purged ones counted: what a window can hold in memory and search at once.
  public static let cards = 100_000
  /// The highest number of a card: seven digits, so that no number is long enough to be the
  /// beginning of an identifier.
  public static let cardNumber: UInt32 = 9_999_999
  /// Intents in a batch, and cards in one move: what fits in one frame and one decision.
  public static let batch = 1_000
  /// Cards named by all moves of one batch: each is named in its digest and its undo.
  public static let moves = 4_000
  /// Insertions plus deleted ranges in one splice.
  public static let spliceParts = 10_000
  /// Nodes, entries and runs of a text that an edit looks at, for each of its parts and each change
  /// it makes, times the logarithm of the text's scalars to base 2: a leaf's runs, and the nodes on
  /// the way to it.
  public static let textVisits = 32
  /// Cards and leaves that an edit looks at in the lists of columns, for each card that it puts,
  /// moves, archives or takes out, times the logarithm of the board's cards to base 2: a leaf's
  /// cards, and those of the leaf it is joined with.
  public static let listVisits = 32
  /// Live cards in the columns that one operation deletes, each of which is moved or archived, and
  /// named in its digest, its undo and its notes; and cards that a purged one blocked.
  public static let vacatedCards = 10_000
  /// Scalars that the intents of one batch type, delete, take out or look through: as many as a body
  /// may hold, which one intent can do alone.
  public static let batchScalars = 1_000_000
  /// Deleted scalars that one compaction takes out of a text; the next one goes on.
  public static let compactedScalars = 32_768
  /// Visible scalars from the start of a text among which accepted text looks for its place: some
  /// twenty pages.
  public static let contextScalars = 65_536
  /// Labels, removed ones counted: more than anybody tells apart.
  public static let labels = 500
  /// Items of a card's checklist, removed ones counted.
  public static let items = 200
  /// Comments on a card, removed and purged ones counted.
  public static let comments = 1_000
  /// Scalars of a comment, tombstones counted.
  public static let commentScalars = 100_000
  /// Users who ever had a role on a board.
  public static let members = 1_000
  /// Labels on a card, and as many assignees and blockers.
  public static let elements = 64
  /// The highest limit a column can have.
  public static let columnWIPLimit = 10_000
  /// Colours of labels are numbered from 0 below this.
  public static let colours = 16
  /// The last day that can be a due date, in days since 1970-01-01: the end of the year 9999.
  public static let dueDay = 2_932_896
  /// The highest priority, `Priority.urgent`.
  public static let priority = 4
  /// Bytes of a user's name.
  public static let userBytes = 64
  /// Receipts kept for each user.
  public static let receipts = 256
  /// Receipts that one operation makes.
  public static let receiptsAtOnce = 1_024
  /// Operations that can still be undone on a board.
  public static let undoRecords = 512
  /// Undos behind one another that are looked through for what a field shows.
  public static let undoLinks = 32
  /// What is looked at among the undo records for each step of an undo, times the logarithm of their
  /// number.
  public static let undoVisits = 96
  /// Bytes of the steps kept to undo one operation, encoded; a larger one cannot be undone. A
  /// record then fits a chunk of a snapshot.
  public static let undoRecordBytes = 32_768
  /// Open proposals on a board.
  public static let proposals = 1_000
  /// A piece of a text that the digest hashes at once ends where an offset or a counter is a
  /// multiple of this.
  public static let digestPiece = 256
  /// Places that a move changes, and the digest hashes: of what moved, and of what is right of where
  /// it was and right of where it is.
  public static let digestPlaces = 3
  /// Pieces, gone or new, that the digest hashes for each insertion and each deleted range of a
  /// splice, beside the full ones that are typed or deleted: those that are cut, those next to them,
  /// and those that become one.
  public static let digestPieces = 8
  /// Operations an outcome names as displaced: with them it still fits a frame.
  public static let displaced = 1_024
  /// Notes an outcome carries; further ones are counted by the effect they had, not named.
  public static let notes = 1_024
}
