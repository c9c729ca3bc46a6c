import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addListView, LIST_COOKIE } from './list-view.ts'
import { readList } from './read-list.ts'

const query = z.object({
  status: z.enum(['PENDING']).optional(),
  begin: z.string().optional(),
  sort: z.enum(['click_count', 'commission']).optional(),
  page_size: z.enum(['20', '50']).optional(),
})

const stored = `a=1; ${LIST_COOKIE}=/a?sort=commission&page_size=50|/b?sort=click_count; b=2`

function read(address: string, cookie = stored) {
  const request = new Request(`http://n.example${address}`, { headers: { cookie } })
  return readList(request, { name: 'a', path: '/a', access: 'operator', query, columns: [] })
}

/** Reads where the list of an address redirects to. */
function redirectOf(address: string, cookie = stored): string | null {
  try {
    read(address, cookie)
  } catch (answer) {
    if (answer instanceof Response) return answer.headers.get('location')
    throw answer
  }
  return null
}

describe('a list', () => {
  test.each([
    ['/a', '/a?sort=commission&page_size=50'],
    ['/b', '/b?sort=click_count'],
    ['/c', null],
    ['/a?sort=click_count&begin=2026-01-01', '/a?sort=click_count&begin=2026-01-01&page_size=50'],
    ['/a?sort=click_count&page_size=20', null],
  ])('%s leads to the stored choices that it does not name', (address, expected) => {
    expect(redirectOf(address)).toBe(expected)
  })

  test.each([
    '',
    `${LIST_COOKIE}=`,
    `${LIST_COOKIE}=/a?sort=epc&page_size=7&other=1`,
    `${LIST_COOKIE}=/a?constructor=x&__proto__=y`,
    `${LIST_COOKIE}=/a|?|/a?`,
  ])('takes nothing from %j', (cookies) => {
    expect(redirectOf('/a', cookies)).toBeNull()
  })

  test('names what its address asks in vain, and not what the router asks', () => {
    expect(read('/c?status=PENDING&_routes=pages/a').list).toMatchObject({ ignored: [], search: 'status=PENDING' })
    expect(read('/c?status=PAID').list).toMatchObject({ ignored: ['status=PAID'], search: '' })
  })
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
    expect(redirectOf('/list/24', cookies)).toBe('/list/24?sort=commission')
  })
})
