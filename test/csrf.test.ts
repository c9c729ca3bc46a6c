import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '#domains/people/accounts/commands/create-account.ts'
import { toPaypalId } from '#domains/money/payouts/rules/run-files.ts'
import { createPublisher } from '#domains/people/publishers/commands/publishers.ts'
import { isKeyAccess } from '#kernel/access.ts'
import { getName, openAccessNetwork } from './support/access-network.ts'
import type { AccessNetwork } from './support/access-network.ts'
import { freshEmail, steps } from './support/applicants.ts'
import { siteForm } from './support/foreign-ids.ts'
import type { TestRequest } from './support/test-server.ts'

const PASSWORD = 'correct-horse'
const publishers = '/api/v1/account/publishers'
const me = `${publishers}/me`

let network: AccessNetwork
let signUp: { id: string; cookies: Record<string, string> }

beforeAll(async () => {
  network = await openAccessNetwork()
  const { ctx, callers, send } = network
  const account = { email: freshEmail(), role: 'publisher', displayName: 'Ada', reviewStatus: 'approved' } as const
  const { accountId } = await createAccount(ctx, { ...account, password: PASSWORD })
  const { publisherId } = await createPublisher(ctx, { accountId, name: 'Ada' })
  const begun = await send(`POST ${publishers}`, 'visitor', { form: steps.start(freshEmail()) })
  signUp = { id: begun.json().publisher_id, cookies: { tandem_sign_up: begun.cookies[0]?.value ?? '' } }
  callers.publisher = { kind: 'account', accountId, ...account, publisherId }
  await insertExportedRun(publisherId, accountId)
})

afterAll(() => network.close())

const reportCall = 'POST /api/v1/operator/payout-runs/:run_id/report'
const [runId, payoutId] = [randomUUID(), randomUUID()]
const bankCall = 'POST /api/v1/operator/bank-entries/file/:mode'
const importCall = 'POST /api/v1/advertiser/:advertiser_id/promotions/import'
const evidenceCall = 'POST /api/v1/decision-evidence'
const decisionsCall = 'POST /api/v1/brand/decision-files/csv/:mode'
const logoCall = 'POST /api/v1/brand/logo/file'
const ratesCall = 'POST /api/v1/operator/exchange-rates/import/:mode'
const modes: Record<string, string> = { [bankCall]: 'record', [ratesCall]: 'confirm' }
const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
  .png()
  .toBuffer()
const csv = 'type,title,category,url\r\ndeal,Ten off,Sports,https://shop.example.com/\r\n'

/** A valid form or file for each call that takes one. `isSent` is false where the right token makes us fetch a page. */
const forms: Record<string, { form?: () => TestRequest['form']; file?: TestRequest['file']; isSent?: false }> = {
  [importCall]: { file: csv },
  [reportCall]: { file: `customer_id,amount,status\r\n${toPaypalId(payoutId)},100.00,Completed\r\n` },
  [ratesCall]: { file: 'day,currency,rate\r\n2026-10-01,EUR,1.0832\r\n' },
  [bankCall]: { file: 'date,amount,currency,reference\r\n2026-01-02,5.00,USD,R1\r\n' },
  [evidenceCall]: { file: '%PDF-1.7 a letter' },
  [decisionsCall]: { file: 'order_id,action\r\nO-1,confirm\r\n' },
  [logoCall]: { file: new Uint8Array(pixel) },
  [`POST ${me}/claim-files`]: { file: '%PDF-1.7' },
  [`POST ${me}/legal/tax-form-file`]: { file: '%PDF-1.7' },
  [`POST ${publishers}`]: { form: () => steps.start(freshEmail()) },
  [`POST ${publishers}/:publisher_id/profilepart1`]: { form: () => steps.profile },
  [`POST ${publishers}/:publisher_id/profilepart2`]: { form: () => steps.questions },
  [`POST ${me}/check_install`]: { form: () => ({ site_url: 'https://notes.example', check_str: 'x' }), isSent: false },
  [`POST ${me}/profile`]: {
    form: () => ({
      p1_company: 'Notes',
      p1_first_name: 'Ada',
      p1_last_name: 'Byron',
      p1_contact_number: '555-123-4567',
      p1_address: '1 Lane',
      p1_zip_code: '1000',
      p1_country: '233',
    }),
  },
  [`POST ${me}/sites`]: { form: () => siteForm },
  [`POST ${me}/sites/:key`]: { form: () => siteForm },
  [`POST ${me}/password`]: {
    form: () => ({ password: PASSWORD, password1: 'battery-staple', password2: 'battery-staple' }),
  },
}

const callers: Record<string, 'advertiser' | 'operator'> = {
  [importCall]: 'advertiser',
  [decisionsCall]: 'advertiser',
  [evidenceCall]: 'advertiser',
  [logoCall]: 'advertiser',
  [reportCall]: 'operator',
  [ratesCall]: 'operator',
  [bankCall]: 'operator',
}

test('every call that takes a form has one here', () => {
  const taking = network.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ access, encoding }) => !isKeyAccess(access) && (encoding === 'form' || encoding === 'file'))
  expect(Object.keys(forms).toSorted()).toEqual(taking.map(getName).toSorted())
})

test.each(Object.entries(forms))('%s refuses a wrong CSRF token and changes nothing', async (call, one) => {
  const caller = callers[call] ?? (call.includes('/me/') ? 'publisher' : 'visitor')
  const ids: Record<string, string> = {
    publisher_id: signUp.id,
    key: await findSiteKey(),
    run_id: runId,
    mode: modes[call] ?? 'valid',
    advertiser_id: String(network.callers.advertiser?.advertiserId),
  }
  const address = call.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? '')
  const send = (token?: string) => {
    const field: Record<string, string> = token === undefined ? {} : { csrfmiddlewaretoken: token }
    const headers: Record<string, string> = token === undefined ? {} : { 'x-csrftoken': token }
    const body = one.file === undefined ? { form: { ...one.form?.(), ...field } } : { file: one.file, headers }
    return network.send(address, caller, { ...body, cookies: signUp.cookies })
  }
  const before = await network.readState()
  for (const token of ['', 'wrong', 'A'.repeat(43)]) {
    const reply = await send(token)
    expect(reply.json()).toMatchObject({ success: false, status: 403, code: 'csrf_failed' })
    expect(reply.statusCode).toBe(403)
  }
  expect(await network.readState()).toBe(before)
  if (one.isSent === false) return
  expect((await send()).json()).toMatchObject({ success: true })
  expect(await network.readState()).not.toBe(before)
})

/** Inserts an exported run with a payout of 100.00 to a publisher. */
async function insertExportedRun(publisherId: bigint, madeBy: bigint): Promise<void> {
  const { db, now } = network.ctx
  const times = { madeAt: now, computedAt: now, approvedAt: now, exportedAt: now }
  await db
    .insertInto('payoutRun')
    .values({ id: runId, month: '2026-09-01', status: 'exported', madeBy, approvedBy: madeBy, ...times })
    .execute()
  const sums = { linesAmount: 1_000_000n, carriedAmount: 0n, amount: 1_000_000n, restAmount: 0n, lineCount: 1 }
  const target = { method: 'paypal', destinationHint: 'a•••@example.com', changedAt: now } as const
  await db
    .insertInto('payout')
    .values({ publisherId, id: payoutId, runId, status: 'exported', ...sums, ...target })
    .execute()
}

/** Finds the site that an earlier form has added. */
async function findSiteKey(): Promise<string> {
  const reply = await network.send(`GET ${me}`, 'publisher')
  return reply.json<{ message: { sites: { key: string }[] } }>().message.sites[0]?.key ?? ''
}
