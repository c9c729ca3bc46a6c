import { RouterContextProvider } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { PageRefusal, sessionContext } from './call-context.ts'
import type { WebSession } from './call-context.ts'
import { keepExpiredForms } from './expired-form.ts'
import { CSRF_FIELD, INTENT_FIELD, readForm } from './form.ts'

const action = keepExpiredForms(async ({ request, context }) => [...(await readForm(request, context)).keys()])

function send(email: string | undefined, accept = '*/*', token = 'of an earlier session') {
  const context = new RouterContextProvider()
  const actor = email === undefined ? null : { email, advertiserId: 7n }
  const session = { actor, csrfToken: () => 'right.7', errorText: ({ code }: { code: string }) => code }
  context.set(sessionContext, session as unknown as WebSession)
  const body = new URLSearchParams({ [CSRF_FIELD]: token, [INTENT_FIELD]: 'save', name: 'Ada' })
  const request = new Request('http://n.example/account', { method: 'POST', body, headers: { accept } })
  return action({ request, context, params: {} } as unknown as ActionFunctionArgs, undefined)
}

const refused = { ok: false, errors: {}, intent: 'save' }

test('answers a form of an ended session, with the token of the account that is signed in now', async () => {
  const renewal = { email: 'ada@n.example', csrfToken: 'right.7' }
  expect(await send('ada@n.example')).toMatchObject({
    data: { ...refused, code: 'csrf_failed', message: 'csrf_failed', renewal },
    init: { status: 403 },
  })
})

test.each(['right.5', 'of an earlier session.5'])('never renews the token %s of another brand', async (token) => {
  const answer = await send('ada@n.example', undefined, token)
  expect(answer).toMatchObject({ data: { ...refused, code: 'team.other_brand' }, init: { status: 409 } })
  expect(JSON.stringify(answer)).not.toContain('right')
})

test('answers a form after a log-out without a token', async () => {
  const answer = await send(undefined)
  expect(answer).toMatchObject({ data: { ...refused, code: 'signed_out' }, init: { status: 401 } })
  expect(JSON.stringify(answer)).not.toContain('right')
})

test('leaves a form of a browser without scripts, and every other refusal, to the error page', async () => {
  await expect(send('ada@n.example', 'text/html,*/*')).rejects.toBeInstanceOf(PageRefusal)
  const details = { code: 'not_found', status: 404, message: '' }
  const other = keepExpiredForms(() => Promise.reject(new PageRefusal(details)))
  const request = new Request('http://n.example/account', { method: 'POST' })
  await expect(other({ request } as ActionFunctionArgs, undefined)).rejects.toMatchObject({ details })
})
