/** What a rule does with a join request: accepts it, holds it with a question, or refuses it. */
export const RULE_ACTIONS = ['accept', 'ask', 'refuse'] as const

/** One of `RULE_ACTIONS`. */
export type RuleAction = (typeof RULE_ACTIONS)[number]

/** The most rules of a programme. */
export const MAX_JOIN_RULES = 20

/** The days of requests over which rules are tried. */
export const DRY_RUN_DAYS = 90

/** What a rule demands; an empty list and a null demand nothing. */
export interface RuleConditions {
  /** The request names one of them. */
  methods: readonly string[]
  /** The publisher is from one of them: ISO 3166 codes. */
  countries: readonly string[]
  /** The oldest active site is at least so many days on the network. */
  minSiteDays: number | null
  /** The oldest active site is less than so many days on the network, or there is none. */
  maxSiteDays: number | null
  isVerified: boolean | null
}

/** A rule about join requests. Its text is the question or the reason; empty for one that accepts. */
export interface JoinRule extends RuleConditions {
  /** Its place in the order, from 1. */
  ruleNo: number
  action: RuleAction
  text: string
}

/** What rules ask about a request. */
export interface RequestFacts {
  methods: readonly string[]
  country: string | null
  /** The days since the oldest active site was added; null without one. */
  siteDays: number | null
  isVerified: boolean
}

/** Finds the first rule, by its place, all of whose conditions a request meets. */
export function findRule<T extends JoinRule>(rules: readonly T[], facts: RequestFacts): T | undefined {
  return rules.toSorted((one, other) => one.ruleNo - other.ruleNo).find((rule) => meets(rule, facts))
}

function meets(rule: RuleConditions, { methods, country, siteDays, isVerified }: RequestFacts): boolean {
  return (
    (rule.methods.length === 0 || rule.methods.some((method) => methods.includes(method))) &&
    (rule.countries.length === 0 || (country !== null && rule.countries.includes(country))) &&
    isOfAge(rule, siteDays) &&
    (rule.isVerified === null || rule.isVerified === isVerified)
  )
}

function isOfAge({ minSiteDays, maxSiteDays }: RuleConditions, siteDays: number | null): boolean {
  if (siteDays === null) return minSiteDays === null
  return (minSiteDays === null || siteDays >= minSiteDays) && (maxSiteDays === null || siteDays < maxSiteDays)
}

/** A request of the past, with what a person decided about it. */
export interface PastRequest extends RequestFacts {
  publisherId: bigint
  name: string
  requestedAt: Date
  /** What the advertiser or an operator decided first; null if nobody did. */
  decision: 'approve' | 'decline' | null
}

/** What rules would have done with past requests. */
export interface DryRun {
  requests: number
  /** How often each rule acts first, by its place. */
  byRule: { ruleNo: number; action: RuleAction; count: number }[]
  /** The requests for which no rule acts. */
  unmatched: number
  /** Of the requests that a person decided and a rule accepts or refuses: how many both decide alike. */
  compared: number
  agreed: number
  /** The first requests that a rule decides otherwise than a person did. */
  differences: { request: PastRequest; ruleNo: number; action: RuleAction }[]
}

/** The differences that a dry run lists. */
const MAX_DIFFERENCES = 20

/** Tries rules on past requests, the newest first. */
export function tryRules(rules: readonly JoinRule[], requests: readonly PastRequest[]): DryRun {
  const judged = requests.map((request) => ({ request, rule: findRule(rules, request) }))
  const compared = judged.flatMap(({ request, rule }) => {
    if (!rule || rule.action === 'ask' || request.decision === null) return []
    const { ruleNo, action } = rule
    return [{ request, ruleNo, action, isAlike: (action === 'accept') === (request.decision === 'approve') }]
  })
  return {
    requests: requests.length,
    byRule: rules.map(({ ruleNo, action }) => ({
      ruleNo,
      action,
      count: judged.filter(({ rule }) => rule?.ruleNo === ruleNo).length,
    })),
    unmatched: judged.filter(({ rule }) => rule === undefined).length,
    compared: compared.length,
    agreed: compared.filter(({ isAlike }) => isAlike).length,
    differences: compared.filter(({ isAlike }) => !isAlike).slice(0, MAX_DIFFERENCES),
  }
}
