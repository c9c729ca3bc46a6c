import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { CallRefusal } from '#kernel/errors.ts'
import { sessionContext } from './call-context.ts'
import type { WebSession } from './call-context.ts'
import { CSRF_FIELD, readFields, readForm, readSessionForm, submit } from './form.ts'

function createContext() {
  const context = new RouterContextProvider()
  context.set(sessionContext, { actor: null, csrfToken: () => 'right', errorText: ({ code }) => code } as WebSession)
  return context
}

function post(fields: Record<string, string>) {
  const request = new Request('http://n.example/', { method: 'POST', body: new URLSearchParams(fields) })
  return readForm(request, createContext())
}

describe('readForm', () => {
  test('returns the fields without the token', async () => {
    expect([...(await post({ [CSRF_FIELD]: 'right', name: 'Ada' }))]).toEqual([['name', 'Ada']])
  })

  test.each<Record<string, string>>([{ [CSRF_FIELD]: 'wrong' }, { name: 'Ada' }])('refuses %j', async (fields) => {
    await expect(post(fields)).rejects.toMatchObject({ details: { code: 'csrf_failed', status: 403 } })
  })
})

describe('readForm refuses a body', () => {
  const multipart = 'multipart/form-data'
  const part = '--b\r\nContent-Disposition: form-data; name="a"'

  test.each<[string, [type: string, body: string], number]>([
    ['without a type', ['', 'a=1'], 415],
    ['of another type', ['application/json', '{}'], 415],
    ['of a type that only begins alike', ['multipart/form-datax', 'a=1'], 415],
    ['without a boundary', [multipart, 'a=1'], 400],
    ['with an empty boundary', [`${multipart}; boundary=`, 'a=1'], 400],
    ['that is cut off', [`${multipart}; boundary=b`, `${part}\r\n\r\n1`], 400],
    ['with a file', [`${multipart}; boundary=b`, `${part}; filename="a"\r\n\r\n1\r\n--b--\r\n`], 400],
  ])('%s', async (_, [type, body], status) => {
    const headers = { 'Content-Type': type }
    const request = new Request('http://n.example/', { method: 'POST', body: Buffer.from(body), headers })
    await expect(readForm(request, createContext())).rejects.toMatchObject({ details: { status } })
  })
})

test('readFields returns lists for the named fields and the last value of the others', () => {
  const form = new FormData()
  for (const [name, value] of [
    ['a', '1'],
    ['a', '2'],
    ['b', '3'],
  ] as const)
    form.append(name, value)
  expect(readFields(form, ['a'])).toEqual({ a: ['1', '2'], b: '3' })
  expect(readFields(form)).toEqual({ a: '2', b: '3' })
})

describe('submit', () => {
  test('returns the reply', async () => {
    expect((await submit(() => Promise.resolve(7))).data).toEqual({ ok: true, reply: 7 })
  })

  test('turns a refusal into a result with its status and its field', async () => {
    const refusal = new CallRefusal({ code: 'taken', status: 409, message: 'Taken.', field: 'name' })
    const answer = await submit(() => Promise.reject(refusal))
    expect(answer.init?.status).toBe(409)
    expect(answer.data).toEqual({ ok: false, code: 'taken', message: 'Taken.', errors: { name: 'Taken.' } })
  })

  test('returns the messages of all invalid fields', async () => {
    const errors = { name: 'Missing.', size: 'Too big.' }
    const refusal = new CallRefusal({ code: 'invalid_input', status: 422, message: 'Missing.', field: 'name', errors })
    const answer = await submit(() => Promise.reject(refusal))
    expect(answer.data).toEqual({ ok: false, code: 'invalid_input', message: 'Missing.', errors })
  })

  test('throws unexpected errors', async () => {
    await expect(submit(() => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug')
  })
})

describe('a form of a page that was opened for another brand', () => {
  const context = new RouterContextProvider()
  const actor = { email: 'ada@n.example', advertiserId: 7n }
  const session = { actor, csrfToken: () => 'right.7', errorText: ({ code }: { code: string }) => code }
  context.set(sessionContext, session as unknown as WebSession)
  const sent = (token: string) => {
    const body = new URLSearchParams({ [CSRF_FIELD]: token, name: 'Ada' })
    return new Request('http://n.example/', { method: 'POST', body })
  }

  test('is refused, unless it concerns the session alone', async () => {
    expect([...(await readForm(sent('right.7'), context)).keys()]).toEqual(['name'])
    for (const token of ['right.5', 'wrong.5', 'right.']) {
      await expect(readForm(sent(token), context)).rejects.toMatchObject({ details: { code: 'team.other_brand' } })
    }
    await expect(readForm(sent('right'), context)).rejects.toMatchObject({ details: { code: 'csrf_failed' } })
    expect([...(await readSessionForm(sent('right.5'), context)).keys()]).toEqual(['name'])
    await expect(readSessionForm(sent('wrong.7'), context)).rejects.toMatchObject({ details: { code: 'csrf_failed' } })
  })
})
