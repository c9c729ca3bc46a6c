import { once } from 'node:events'
import { fstatSync } from 'node:fs'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { composeExport, erasure } from '#app/privacy.ts'
import { createAccount } from '#domains/people/accounts/commands/create-account.ts'
import { createKey } from '#domains/people/api-keys/commands/create-key.ts'
import { storeFile } from '#domains/people/files/commands.ts'
import { saveBank } from '#domains/money/payouts/commands/payment.ts'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import { refreshSites } from '#domains/tracking/tracking/queries/sites.ts'
import type { CatalogSites } from '#domains/tracking/tracking/queries/sites.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { readEveryRow } from '#test/support/every-row.ts'
import { makeAccount, makePublisher, makeSubAccount } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import { createTestSealing } from '#test/support/sealing.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { exportAccount } from './commands/export-account.ts'
import { privacyRoutes } from './routes.ts'

const OWN = '/account/api/data'
const bank = {
  accountName: 'Mara Lind',
  accountNumber: 'DE89370400440532013000',
  country: 'DE',
  address: '',
  swiftCode: '',
  bankName: '',
  branchName: '',
}

let made = 0
const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let sealing: Awaited<ReturnType<typeof createTestSealing>>
let operator: AccountActor

beforeAll(async () => {
  sealing = await createTestSealing(database.db)
  server = await createTestServer(database.db, privacyRoutes({ parts: composeExport(sealing), erasure }))
  operator = { ...(await makeAccount(ctx(), 'operator')), passwordVerifiedAt: new Date() }
})

beforeEach(async () => {
  await database.ownerDb.deleteFrom('rateWindow').execute()
})

afterAll(() => server.close())

const ctx = () => testContext(database.db)

const verified = <A extends AccountActor>(account: A) => ({ ...account, passwordVerifiedAt: new Date() })

/** Creates a publisher with a site, a profile, a bank account, a key, a colleague and a confirmed order. */
async function makeFullPublisher() {
  made += 1
  const name = `Lind${made}`
  const fixtures = await createOrderFixtures(database.db)
  const { publisherId } = fixtures
  const { accountId, email } = await database.db
    .selectFrom('publisher')
    .innerJoin('account', 'account.id', 'publisher.accountId')
    .select(['account.id as accountId', 'account.email'])
    .where('publisher.id', '=', publisherId)
    .executeTakeFirstOrThrow()
  const { key: siteKey } = await createSite(ctx(), {
    publisherId,
    name: `${name} blog`,
    url: `https://${name}.example`,
  })
  await database.db
    .updateTable('publisherProfile')
    .set({ firstName: 'Mara', lastName: name, address: `1 ${name} Lane` })
    .where('id', '=', publisherId)
    .execute()
  await saveBank(ctx(), { publisherId, bank: { ...bank, accountName: name }, sealing })
  await database.db
    .insertInto('legalDetail')
    .values({ id: publisherId, legalName: `${name} Ltd`, kind: 'company', changedAt: new Date() })
    .execute()
  const form = Readable.from([Buffer.from('%PDF-1.7')])
  const file = { read: () => form }
  await storeFile(ctx(), { accountId, purpose: 'tax_form', name: `${name}.pdf`, file, sealing })
  await createKey(ctx(), { publisherId, name: `${name} key`, scopes: ['read_transactions'] })
  const colleague = await makeSubAccount(ctx(), { publisherId, siteKey, access: 'full' })
  const ids = await recordPending(ctx(), fixtures)
  await decideTransaction(ctx(), { ...ids, action: 'confirm' })
  await recordPending(ctx(), fixtures)
  const actor: AccountActor = { kind: 'account', accountId, email, role: 'publisher', displayName: 'Field Notes' }
  return { ...verified(actor), publisherId, siteKey, colleague, name }
}

/** Lists the files without a name that this process has open, by inode. */
function listUnnamedFiles(): number[] {
  return Array.from({ length: 1000 }, (_, descriptor) => {
    try {
      const stat = fstatSync(descriptor)
      return stat.isFile() && stat.nlink === 0 ? [stat.ino] : []
    } catch {
      return []
    }
  }).flat()
}

async function download(url: string, as: AccountActor) {
  const answer = await server.get(url, { as })
  expect(answer.statusCode).toBe(200)
  return JSON.parse(answer.body) as Record<string, Record<string, unknown>[]>
}

describe('an export', () => {
  test('holds what the network knows, without secrets, for the person and for an operator', async () => {
    const as = await makeFullPublisher()
    const file = await download(OWN, as)
    expect(file).toMatchObject({
      account: [{ email: as.email, role: 'publisher' }],
      profile: [{ first_name: 'Mara', last_name: as.name }],
      bank_account: [{ bank_account: { accountName: as.name, accountNumber: bank.accountNumber } }],
      files: [{ name: `${as.name}.pdf`, purpose: 'tax_form' }],
      legal_details: [{ legal_name: `${as.name} Ltd`, kind: 'company' }],
      api_keys: [{ name: `${as.name} key` }],
      sub_accounts: [{ email: as.colleague.email }],
      balances: [{ account: expect.stringContaining('advertiser_receivable') }, { account: 'publisher_confirmed' }],
    })
    expect(file['sites']?.map(({ name }) => name)).toContain(`${as.name} blog`)
    expect(file['transactions']).toHaveLength(2)
    expect(JSON.stringify(file)).not.toMatch(/hash|sealed|"token"/)
    const byOperator = await download(`/api/v1/operator/accounts/${as.accountId}/data`, operator)
    const { acts, ...rest } = byOperator
    const { acts: own, ...ownRest } = file
    expect({ ...rest, exported_at: '' }).toEqual({ ...ownRest, exported_at: '' })
    expect(acts?.map(({ action }) => action)).toEqual([...(own ?? []).map(({ action }) => action), 'account.export'])
  })

  test('of a colleague says nothing of the publisher', async () => {
    const { colleague } = await makeFullPublisher()
    const file = await download(OWN, verified(colleague))
    expect(file).toMatchObject({ account: [{ email: colleague.email }], sub_account_of: [{ access: 'full' }] })
    expect(Object.keys(file)).not.toContain('transactions')
  })

  test('of an applicant leaves out the notes of operators', async () => {
    const as = verified(await makeAccount(ctx(), 'publisher'))
    await database.db
      .insertInto('application')
      .values({
        kind: 'creator',
        accountId: as.accountId,
        isRepeat: false,
        firstName: 'Ada',
        lastName: 'Byron',
        fields: '{}' as never,
        note: 'Boasts',
        createdAt: new Date(),
      })
      .execute()
    const file = await download(OWN, as)
    expect(file['applications']).toMatchObject([{ first_name: 'Ada', status: 'received' }])
    expect(JSON.stringify(file)).not.toContain('Boasts')
  })

  test('that is not read keeps no file open', async () => {
    const { accountId } = await makePublisher(ctx())
    // Tests of other files ran in this process before, and may have left files of their own open.
    const others = listUnnamedFiles()
    const listOpened = () => listUnnamedFiles().filter((file) => !others.includes(file))
    const body = await exportAccount(ctx(), composeExport(sealing), accountId)
    expect(listOpened()).toHaveLength(1)
    body.destroy()
    await once(body, 'close')
    await expect.poll(listOpened).toEqual([])
  })

  test('needs the password, and is limited', async () => {
    const as = verified(await makePublisher(ctx()))
    for (const method of ['get', 'post'] as const) {
      const refused = await server[method](OWN, { as: { ...as, passwordVerifiedAt: null } })
      expect(refused.json()).toMatchObject({ code: 'password_required' })
    }
    for (let count = 0; count < 5; count++) await download(OWN, as)
    expect((await server.get(OWN, { as })).statusCode).toBe(429)
  })

  test('names every table that belongs to an account, a publisher or an advertiser', async () => {
    const { account, publisher, advertiser } = composeExport(sealing)
    const { publisherId: id } = await makePublisher(ctx())
    const lists = [...account, ...publisher, ...advertiser]
    const subject = { id, email: '', isOwn: sql`true` }
    const sections = await Promise.all(lists.map(async (list) => list(subject, database.db)))
    const text = sections.flatMap((part) => Object.values(part).map((rows) => rows.compile(database.db).sql)).join(' ')
    const { rows: tables } = await sql<{ name: string }>`
      SELECT DISTINCT relname::text AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND attname IN ('account_id', 'publisher_id', 'advertiser_id', 'actor_account_id', 'to_address', 'email')
      ORDER BY 1`.execute(database.db)
    const missing = tables.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(text)).map(({ name }) => name)
    expect(missing).toEqual(LEFT_OUT)
  })
})

/**
 * The tables that an export leaves out: groups and tags of advertisers, hits and what is counted from them or from
 * orders, what a shop sent, postings beside their balances, why a run pays nothing, which mails about money were sent
 * (the mails are listed), counters, walks of test clicks, the mailbox of a laptop, and rows that live for minutes.
 */
const LEFT_OUT = [
  'click',
  'decision_digest',
  'decision_file_row',
  'entry',
  'funds_month',
  'funds_subtotal',
  'invoice_entry',
  'invoiced_month',
  'kept_confirmation',
  'ladder_notice',
  'link_test',
  'login_challenge',
  'mailbox_message',
  'payout_exclusion',
  'payout_notice',
  'postback',
  'postback_parameters',
  'postback_replay',
  'posting',
  'publisher_group_member',
  'publisher_tag',
  'recovery_code',
  'rollup_advertiser',
  'rollup_advertiser_total',
  'rollup_cohort',
  'rollup_day',
  'rollup_hour',
  'rollup_order',
  'rollup_publisher_status',
  'rollup_relationship',
  'rollup_report',
  'rollup_slice',
  'rollup_status',
  'rollup_sub_id',
  'setup',
  'statement_counter',
  'statement_line',
  'terms_group_member',
  'test_walk',
  'tracking_alert',
  'transaction_decision',
  'transaction_key',
  'transaction_text',
  'unrecorded_postback',
  'waiting_order',
]

describe('an erased account', () => {
  test('of a publisher leaves orders and postings, and nothing of the person', async () => {
    const as = await makeFullPublisher()
    const path = `/api/v1/operator/accounts/${as.accountId}`
    const preview = await server.get(`${path}/erasure`, { as: operator })
    expect(preview.json().data).toMatchObject({
      can_erase: true,
      balances: [{ currency: 'USD', amount: '10.0000' }],
      pending_transactions: 1,
    })
    const wrong = await server.post(`${path}/erase`, { as: operator, json: { email: 'other@example.com' } })
    expect(wrong.json()).toMatchObject({ field: 'email' })
    const done = await server.post(`${path}/erase`, { as: operator, json: { email: as.email.toUpperCase() } })
    expect(done.statusCode).toBe(200)
    const left = await readEveryRow(database)
    for (const trace of [as.email, as.colleague.email, as.name, as.name.toLowerCase()]) {
      expect(left).not.toContain(trace)
    }
    const sites: CatalogSites = new Map()
    await refreshSites(database.db, sites)
    expect(sites.get(as.siteKey)).toMatchObject({ publisherId: as.publisherId, isActive: false })
    const orders = await database.db
      .selectFrom('transaction')
      .select('id')
      .where('publisherId', '=', as.publisherId)
      .execute()
    expect(orders).toHaveLength(2)
    expect(listLines(await verifyLedger(database.db))).toEqual([])
    const mails = await database.db.selectFrom('mail').select('subject').where('toAddress', '=', as.email).execute()
    expect(mails).toEqual([{ subject: expect.stringContaining('erased') }])
    await createAccount(ctx(), { email: as.email, role: 'publisher', displayName: 'Anew', reviewStatus: 'approved' })
    const again = await server.post(`${path}/erase`, { as: operator, json: { email: as.email } })
    expect(again.json()).toMatchObject({ code: 'account.erased' })
  })
})
