import { describe, expect, test } from 'vitest'
import { findRule, tryRules } from './join-rules.ts'
import type { JoinRule, PastRequest, RequestFacts, RuleConditions } from './join-rules.ts'

const anything: RuleConditions = { methods: [], countries: [], minSiteDays: null, maxSiteDays: null, isVerified: null }
const facts: RequestFacts = { methods: ['SEM', 'Email'], country: 'DE', siteDays: 100, isVerified: true }

const rule = (ruleNo: number, action: JoinRule['action'], conditions: Partial<RuleConditions> = {}): JoinRule => ({
  ...anything,
  ...conditions,
  ruleNo,
  action,
  text: action === 'accept' ? '' : 'Why?',
})

describe('a rule', () => {
  test.each<[string, Partial<RuleConditions>, Partial<RequestFacts>, boolean]>([
    ['without conditions matches every request', {}, {}, true],
    ['matches one of its methods', { methods: ['Coupons', 'SEM'] }, {}, true],
    ['does not match other methods', { methods: ['Coupons'] }, {}, false],
    ['with methods does not match a request that names none', { methods: ['SEM'] }, { methods: [] }, false],
    ['matches one of its countries', { countries: ['AT', 'DE'] }, {}, true],
    ['does not match another country', { countries: ['AT'] }, {}, false],
    ['with countries does not match an unknown country', { countries: ['DE'] }, { country: null }, false],
    ['matches a site of the smallest age', { minSiteDays: 100 }, {}, true],
    ['does not match a younger site', { minSiteDays: 101 }, {}, false],
    ['with a smallest age needs a site', { minSiteDays: 1 }, { siteDays: null }, false],
    ['matches a site below the largest age', { maxSiteDays: 101 }, {}, true],
    ['does not match a site of the largest age', { maxSiteDays: 100 }, {}, false],
    ['with a largest age matches a publisher without a site', { maxSiteDays: 30 }, { siteDays: null }, true],
    ['matches a verified site', { isVerified: true }, {}, true],
    ['does not match a site that is not verified', { isVerified: true }, { isVerified: false }, false],
    ['can demand that no site is verified', { isVerified: false }, { isVerified: false }, true],
    ['needs all its conditions', { methods: ['SEM'], countries: ['AT'] }, {}, false],
  ])('%s', (...[, conditions, changed, isMatch]) => {
    expect(findRule([rule(1, 'accept', conditions)], { ...facts, ...changed }) !== undefined).toBe(isMatch)
  })

  test('acts if it is the first that matches, in whatever order the rules come', () => {
    const rules = [rule(3, 'refuse'), rule(1, 'accept', { countries: ['AT'] }), rule(2, 'ask', { methods: ['SEM'] })]
    expect(findRule(rules, facts)).toMatchObject({ ruleNo: 2, action: 'ask' })
    expect(findRule(rules, { ...facts, country: 'AT' })).toMatchObject({ ruleNo: 1 })
    expect(findRule(rules, { ...facts, methods: [] })).toMatchObject({ ruleNo: 3 })
  })
})

test('a dry run counts each rule and says where persons decided otherwise', () => {
  const past = (changed: Partial<PastRequest>): PastRequest => ({
    ...facts,
    publisherId: 1n,
    name: 'Blog',
    requestedAt: new Date(0),
    decision: null,
    ...changed,
  })
  const rules = [rule(1, 'refuse', { methods: ['Coupons'] }), rule(2, 'accept', { isVerified: true })]
  const run = tryRules(rules, [
    past({ methods: ['Coupons'], decision: 'decline' }),
    past({ methods: ['Coupons'], decision: 'approve', name: 'Codes' }),
    past({ decision: 'approve' }),
    past({}),
    past({ isVerified: false, decision: 'approve' }),
  ])
  expect(run).toMatchObject({ requests: 5, unmatched: 1, compared: 3, agreed: 2 })
  expect(run.byRule.map(({ count }) => count)).toEqual([2, 2])
  expect(run.differences).toMatchObject([{ request: { name: 'Codes' }, ruleNo: 1, action: 'refuse' }])
})
