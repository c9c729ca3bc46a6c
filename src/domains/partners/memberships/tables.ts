import type { RuleAction } from './rules/join-rules.ts'

/** A label of a programme for one of its publishers. */
export interface PublisherTagTable {
  programId: bigint
  tag: string
  publisherId: bigint
  taggedAt: Date
}

/** A version of the rules of a programme about join requests. */
export interface JoinRuleVersionTable {
  programId: bigint
  version: number
  createdAt: Date
  createdBy: bigint | null
}

export interface JoinRuleTable {
  programId: bigint
  version: number
  ruleNo: number
  action: RuleAction
  methods: string[]
  countries: string[]
  minSiteDays: number | null
  maxSiteDays: number | null
  isVerified: boolean | null
  text: string
}

/** The tables that this domain owns. */
export interface MembershipTables {
  publisherTag: PublisherTagTable
  joinRuleVersion: JoinRuleVersionTable
  joinRule: JoinRuleTable
}
