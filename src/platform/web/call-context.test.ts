import { describe, expect, test } from 'vitest'
import { endpoint } from '#kernel/endpoint.ts'
import type { Call } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import { PageRefusal, pageCall, toLogin } from './call-context.ts'

const guarded = endpoint({ method: 'GET', path: '/x', access: 'publisher', encoding: 'none', summary: 'x' })
const open = endpoint({ method: 'POST', path: '/y', access: 'public', encoding: 'none', summary: 'y' })
const url = 'http://network.example/transactions.data?page_number=2'

const refusing =
  (status: number): Call =>
  () =>
    Promise.reject(new CallRefusal({ code: 'no', status, message: 'No.', field: 'email' }))

async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe('pageCall', () => {
  test('a refusal becomes a PageRefusal with status and data', async () => {
    const thrown = await thrownBy(pageCall(refusing(404), { url, isVisitor: true })(guarded))
    expect(thrown).toBeInstanceOf(PageRefusal)
    expect(thrown).toMatchObject({ type: 'DataWithResponseInit', init: { status: 404 }, data: { field: 'email' } })
  })

  test('a malformed id in the address is that of no page', async () => {
    const named = endpoint({ method: 'GET', path: '/x/:email', access: 'publisher', encoding: 'none', summary: 'x' })
    const call = pageCall(refusing(422), { url, isVisitor: false }) as (given: unknown) => Promise<unknown>
    expect(await thrownBy(call(named))).toMatchObject({ init: { status: 404 }, data: { code: 'not_found' } })
    expect(await thrownBy(call(guarded))).toMatchObject({ init: { status: 422 }, data: { code: 'no' } })
  })

  test('redirects a visitor to the login and keeps the requested page', async () => {
    const thrown = (await thrownBy(pageCall(refusing(401), { url, isVisitor: true })(guarded))) as Response
    expect(thrown.status).toBe(302)
    expect(thrown.headers.get('location')).toBe('/?next=%2Ftransactions%3Fpage_number%3D2#login')
  })

  test('a wrong password is a refusal, not a redirect', async () => {
    expect(await thrownBy(pageCall(refusing(401), { url, isVisitor: true })(open))).toBeInstanceOf(PageRefusal)
  })

  test('does not change an unexpected error', async () => {
    const bug = new TypeError('bug')
    expect(await thrownBy(pageCall(() => Promise.reject(bug), { url, isVisitor: true })(open))).toBe(bug)
  })
})

test('leads back to the page, without what the router adds to its address', () => {
  const { headers } = toLogin('http://network.example/hits.data?key=a%20b&_routes=pages%2Fshell%2Fconsole-layout')
  expect(headers.get('location')).toBe('/?next=%2Fhits%3Fkey%3Da%2Bb#login')
  expect(headers.get('x-remix-reload-document')).toBe('true')
})

test('omits next for the home page', () => {
  expect(toLogin('http://network.example/').headers.get('location')).toBe('/#login')
})
