import type { Generated, GeneratedAlways } from 'kysely'
import type { RuleCustomer } from './rules/resolve.ts'

/** A rule of a version of the terms; see `RateRule`. Exactly one of `ratePpm` and `fixedAmount` is set. */
export interface ProgramRuleTable {
  termsId: bigint
  ruleNo: number
  event: string
  publisherId: bigint | null
  groupId: bigint | null
  productGroup: string | null
  region: string | null
  customer: RuleCustomer | null
  startsAt: Date | null
  endsAt: Date | null
  ratePpm: number | null
  fixedAmount: bigint | null
  /** As `getSpecificity` says. */
  specificity: GeneratedAlways<number>
}

/** Publishers of a programme that its terms treat alike. */
export interface PublisherGroupTable {
  id: Generated<bigint>
  programId: bigint
  name: string
  createdAt: Date
}

export interface PublisherGroupMemberTable {
  groupId: bigint
  publisherId: bigint
  addedAt: Date
}

/** Who was in a group when the version was published, for the groups that its rules name. */
export interface TermsGroupMemberTable {
  termsId: bigint
  groupId: bigint
  publisherId: bigint
}

/** The tables that this domain owns. */
export interface RateTables {
  programRule: ProgramRuleTable
  publisherGroup: PublisherGroupTable
  publisherGroupMember: PublisherGroupMemberTable
  termsGroupMember: TermsGroupMemberTable
}
