import { expect, test } from 'vitest'
import { suggestOwners } from './suggest-owner.ts'
import type { OrphanFacts } from './suggest-owner.ts'

const nothing: OrphanFacts = { claims: [], coupon: undefined, click: undefined, clicks: [] }
const clickedAt = new Date('2026-10-01T12:00:00Z')

test.each<[string, Partial<OrphanFacts>, string[]]>([
  ['nobody without a clue', {}, []],
  [
    'the publisher who claims the order, then the owner of its code, then that of the click',
    {
      claims: [{ publisherId: 1n, claimId: 'a' }],
      coupon: { publisherId: 2n, siteId: 1n },
      click: { publisherId: 3n, siteId: 1n, clickId: 'c', clickedAt },
    },
    ['1 claim', '2 coupon', '3 click'],
  ],
  [
    'each publisher once, by its strongest clue',
    { coupon: { publisherId: 2n, siteId: 1n }, click: { publisherId: 2n, siteId: 1n, clickId: 'c', clickedAt } },
    ['2 coupon'],
  ],
  [
    'who has nearly all clicks',
    {
      clicks: [
        { publisherId: 4n, clicks: 60 },
        { publisherId: 5n, clicks: 40 },
      ],
    },
    ['4 share'],
  ],
  [
    'nobody where the clicks are shared',
    {
      clicks: [
        { publisherId: 4n, clicks: 59 },
        { publisherId: 5n, clicks: 41 },
      ],
    },
    [],
  ],
  ['nobody by a handful of clicks', { clicks: [{ publisherId: 4n, clicks: 19 }] }, []],
])('suggests %s', (_, facts, expected) => {
  expect(suggestOwners({ ...nothing, ...facts }).map(({ publisherId, clue }) => `${publisherId} ${clue}`)).toEqual(
    expected,
  )
})
