import { describe, expect, test } from 'vitest'
import { MAX_HOPS, findLoss, takeHop } from './link-walk.ts'
import type { Visited, Walk } from './link-walk.ts'

const click = { clickParam: 'click_id', token: 'test-abc' }
const begun: Walk = { hops: [], nextUrl: 'https://shop.example/?click_id=test-abc', fault: null }
const answer = (url: string, more: Partial<Exclude<Visited, { fault: unknown }>> = {}): Visited => ({
  url,
  status: 200,
  ms: 20,
  body: '',
  location: undefined,
  ...more,
})
const landing = 'https://shop.example/?click_id=test-abc'

describe('a walk', () => {
  test.each<[string, Visited, Partial<Walk>]>([
    ['arrives with the click', answer(landing), { nextUrl: null, fault: null }],
    ['arrives without the click', answer('https://shop.example/'), { nextUrl: null, fault: 'lost' }],
    ['meets another click', answer('https://shop.example/?click_id=old'), { fault: 'lost' }],
    ['meets an error', answer(landing, { status: 404 }), { nextUrl: null, fault: 'status' }],
    [
      'is refused',
      { fault: 'refused' },
      { hops: [{ url: landing, status: 0, ms: 0, hasClick: true }], nextUrl: null, fault: 'refused' },
    ],
    [
      'is led on',
      answer(landing, { status: 302, location: 'https://www.shop.example/' }),
      { nextUrl: 'https://www.shop.example/', fault: null },
    ],
    [
      'is led on by the page',
      answer(landing, { body: '<META content="0; url=/en?a=1&amp;click_id=test-abc" http-equiv="Refresh">' }),
      { nextUrl: 'https://shop.example/en?a=1&click_id=test-abc', fault: null },
    ],
    [
      'ends at a page that reloads itself',
      answer(landing, { body: `<meta http-equiv=refresh content="60; url=${landing}">` }),
      { nextUrl: null, fault: null },
    ],
  ])('%s', (_title, visited, walk) => {
    expect(takeHop(begun, click, visited)).toMatchObject(walk)
  })

  test('ends after a bounded number of addresses', () => {
    let walk = begun
    while (walk.nextUrl !== null) {
      walk = takeHop(walk, click, answer(walk.nextUrl, { status: 301, location: `${walk.nextUrl}&again` }))
    }
    expect(walk).toMatchObject({ fault: 'too_many_hops' })
    expect(walk.hops).toHaveLength(MAX_HOPS)
  })

  test('names the first address without the click', () => {
    const hop = (hasClick: boolean) => ({ url: landing, status: 200, ms: 1, hasClick })
    expect(findLoss([hop(true), hop(false), hop(false)])).toBe(1)
    expect(findLoss([hop(true)])).toBeNull()
  })
})
