import type { Generated } from 'kysely'
import type { TeamRole } from '#kernel/actor.ts'

/** An account in the team of an advertiser. As an agency it can be in several, otherwise it is in one. */
export interface TeamMemberTable {
  id: Generated<bigint>
  advertiserId: bigint
  /** Null when the address had an account already: it joins as an agency when its owner accepts, otherwise never. */
  accountId: bigint | null
  email: string
  name: string
  role: TeamRole
  /** When it was invited first, or joined without an invitation. */
  joinedAt: Date
  /** When the last invitation was mailed; null for one who needed none. */
  invitedAt: Date | null
  removedAt: Date | null
}

/** The tables that this domain owns. */
export interface TeamTables {
  teamMember: TeamMemberTable
}
