import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addListView, findListView, LIST_COOKIE, readListSearch } from './list-view.ts'
import { readList } from './read-list.ts'

const choices = { sort: ['click_count', 'commission'], page_size: [20, 50] }
const stored = `a=1; ${LIST_COOKIE}=/a?sort=commission&page_size=50|/b?sort=click_count; b=2`

describe('a list', () => {
  test.each([
    ['/a', { sort: 'commission', page_size: '50' }],
    ['/b', { sort: 'click_count' }],
    ['/c', {}],
  ])('%s gets what was stored for it', (path, expected) => {
    expect(findListView(stored, path, choices)).toEqual(expected)
  })

  test.each([
    null,
    '',
    `${LIST_COOKIE}=`,
    `${LIST_COOKIE}=/a?sort=epc&page_size=7&other=1`,
    `${LIST_COOKIE}=/a?constructor=x&__proto__=y`,
    `${LIST_COOKIE}=/a|?|/a?`,
  ])('gets nothing from %j', (cookies) => {
    expect(findListView(cookies, '/a', choices)).toEqual({})
  })

  const read = (url: string) =>
    readListSearch(new Request(`http://n.example${url}`, { headers: { cookie: stored } }), choices)

  test('shows what the address says', () => {
    expect(read('/a?sort=click_count&page_size=20')).toEqual({ sort: 'click_count', page_size: '20' })
    expect(read('/c?begin=2026-01-01')).toEqual({ begin: '2026-01-01' })
  })

  test('redirects to the stored choices that the address does not name', () => {
    const caught = (() => {
      try {
        return read('/a?sort=click_count&begin=2026-01-01')
      } catch (answer) {
        return answer as Response
      }
    })()
    expect(caught).toBeInstanceOf(Response)
    expect((caught as Response).headers.get('location')).toBe('/a?sort=click_count&begin=2026-01-01&page_size=50')
  })
})

test('a list names what its address asks in vain, and not what the router asks', () => {
  const query = z.object({ status: z.enum(['PENDING']).optional() })
  const list = { name: 'a', path: '/c', access: 'operator', query, columns: [] } as const
  const read = (search: string) => readList(new Request(`http://n.example/c?${search}`), list)
  expect(read('status=PENDING&_routes=pages/a').list).toMatchObject({ ignored: [], search: 'status=PENDING' })
  expect(read('status=PAID').list).toMatchObject({ ignored: ['status=PAID'], search: '' })
})

describe('the cookie', () => {
  const add = (path: string, search: string) => addListView(stored, path, new URLSearchParams(search))

  test('takes the choices of an address, the last chosen list first', () => {
    expect(add('/b', 'page_size=50&keyword=x')).toBe('/b?sort=click_count&page_size=50|/a?sort=commission&page_size=50')
    expect(add('/a', 'sort=click_count')).toBe('/a?sort=click_count&page_size=50|/b?sort=click_count')
  })

  test.each(['', 'keyword=x', 'sort=commission', 'sort=a%3Bb', `sort=${'x'.repeat(31)}`])(
    'stays as it is by %j',
    (search) => {
      expect(add('/a', search)).toBeUndefined()
    },
  )

  test('holds at most 20 lists', () => {
    let cookies = ''
    for (let index = 0; index < 25; index++) {
      cookies = `${LIST_COOKIE}=${addListView(cookies, `/list/${index}`, new URLSearchParams('sort=commission'))}`
    }
    expect(cookies.split('|')).toHaveLength(20)
    expect(findListView(cookies, '/list/24', choices)).toEqual({ sort: 'commission' })
  })
})
