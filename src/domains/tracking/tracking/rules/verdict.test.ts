import { expect, test } from 'vitest'
import type { HitFacts } from './verdict.ts'
import { VERDICTS, isRefused, judge } from './verdict.ts'

const GOOD: HitFacts = {
  isSiteKnown: true,
  isLinkValid: true,
  isAdvertiserKnown: true,
  isBot: false,
  isPrefetch: false,
  isHead: false,
  isNavigation: true,
  isSuspended: false,
  isAccountClosed: false,
  isSiteActive: true,
  isProgramOpen: true,
  isProgramPaused: false,
  isJoined: true,
  hasConsent: true,
}

/** The faults of a hit, in the order in which they decide the verdict. */
const FAULTS = [
  [{ isSiteKnown: false }, 'unknown_site'],
  [{ isLinkValid: false }, 'invalid_url'],
  [{ isAdvertiserKnown: false }, 'unknown_advertiser'],
  [{ isBot: true }, 'bot'],
  [{ isPrefetch: true }, 'prefetch'],
  [{ isHead: true }, 'head'],
  [{ isNavigation: false }, 'not_navigation'],
  [{ isAccountClosed: true }, 'account_closed'],
  [{ isSuspended: true }, 'suspended'],
  [{ isSiteActive: false }, 'inactive_site'],
  [{ isProgramOpen: false, isProgramPaused: true }, 'program_paused'],
  [{ isProgramOpen: false }, 'program_closed'],
  [{ isJoined: false }, 'not_joined'],
  [{ hasConsent: false }, 'no_consent'],
] as const

test('a hit without a fault is payable', () => {
  expect(judge(GOOD)).toBe('payable')
})

test.each(FAULTS)('a hit with %o is %s', (fault, verdict) => {
  expect(judge({ ...GOOD, ...fault })).toBe(verdict)
})

test('the first of several faults decides', () => {
  for (const [index, [, verdict]] of FAULTS.entries()) {
    const hit = FAULTS.slice(index).reduce<HitFacts>((facts, [fault]) => ({ ...facts, ...fault }), GOOD)
    expect(judge(hit)).toBe(verdict)
  }
})

test('every verdict can be reached', () => {
  expect(new Set(['payable', ...FAULTS.map(([, verdict]) => verdict)])).toEqual(new Set(VERDICTS))
})

test('only hits without a known site and destination are refused', () => {
  expect(VERDICTS.filter(isRefused)).toEqual(['unknown_site', 'unknown_advertiser', 'invalid_url'])
})
