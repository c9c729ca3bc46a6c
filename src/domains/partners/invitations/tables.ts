import type { Generated } from 'kysely'
import type { InvitationStatus } from './rules/vocabulary.ts'

/** An invitation of a publisher into a programme. */
export interface InvitationTable {
  id: Generated<bigint>
  programId: bigint
  publisherId: bigint
  status: InvitationStatus
  message: string
  sentAt: Date
  sentBy: bigint | null
  expiresAt: Date
  /** When it was answered, withdrawn or expired, and by whom; null while it is open. */
  endedAt: Generated<Date | null>
  endedBy: Generated<bigint | null>
  /** Why the publisher declined. */
  reason: Generated<string>
  /** The version of the terms in which its offers hold. */
  termsId: Generated<bigint | null>
}

/** What an invitation offers for an event: exactly one of `ratePpm` and `fixedAmount`. */
export interface InvitationOfferTable {
  invitationId: bigint
  event: string
  ratePpm: number | null
  fixedAmount: bigint | null
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
  invitationOffer: InvitationOfferTable
  invitationMute: InvitationMuteTable
}
