/** A label of a programme for one of its publishers. */
export interface PublisherTagTable {
  programId: bigint
  tag: string
  publisherId: bigint
  taggedAt: Date
}

/** The tables that this domain owns. */
export interface MembershipTables {
  publisherTag: PublisherTagTable
}
