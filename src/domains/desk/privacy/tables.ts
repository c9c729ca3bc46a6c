/** An account that is to be erased at a time. The row goes with the erasure, or when the account is kept. */
export interface ErasureRequestTable {
  accountId: bigint
  /** The account itself, or the operator who acts for its person. */
  requestedBy: bigint
  requestedAt: Date
  dueAt: Date
}

/** The tables that this domain owns. */
export interface PrivacyTables {
  erasureRequest: ErasureRequestTable
}
