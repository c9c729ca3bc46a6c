import type { Generated } from 'kysely'
import type { InvitationStatus } from './rules/vocabulary.ts'

/** An invitation of a publisher into a programme. Of an offer exactly one of `ratePpm` and `fixedAmount` is set. */
export interface InvitationTable {
  id: Generated<bigint>
  programId: bigint
  publisherId: bigint
  status: InvitationStatus
  message: string
  /** What it offers for an event; null for the ordinary rates. */
  event: string | null
  ratePpm: number | null
  fixedAmount: bigint | null
  sentAt: Date
  sentBy: bigint | null
  expiresAt: Date
  /** When it was answered, withdrawn or expired, and by whom; null while it is open. */
  endedAt: Generated<Date | null>
  endedBy: Generated<bigint | null>
  /** Why the publisher declined. */
  reason: Generated<string>
  /** The version of the terms in which the offer holds. */
  termsId: Generated<bigint | null>
}

/** A publisher takes no invitations to a programme. */
export interface InvitationMuteTable {
  publisherId: bigint
  programId: bigint
  mutedAt: Date
}

/** The tables that this domain owns. */
export interface InvitationTables {
  invitation: InvitationTable
  invitationMute: InvitationMuteTable
}
