import { expect, test } from 'vitest'
import { erasure } from '#app/privacy.ts'
import { decideReview } from '#domains/people/accounts/commands/decide-review.ts'
import { declareDomain, saveCompany, updateAdvertiser } from '#domains/people/advertisers/commands.ts'
import { NO_COMPANY } from '#domains/people/advertisers/rules.ts'
import { createKey } from '#domains/people/api-keys/commands/create-key.ts'
import { listKeys } from '#domains/people/api-keys/queries.ts'
import { recordApplication } from '#domains/partners/applications/commands/record-application.ts'
import { setDecisionSource } from '#domains/orders/decision-sources/commands/change-source.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { createPromotion, updatePromotion } from '#domains/tracking/promotions/commands/save-promotion.ts'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import { listSubAccounts } from '#domains/people/publishers/queries.ts'
import { loadCatalog } from '#domains/tracking/tracking/queries/catalog.ts'
import { receiveDecisionFile } from '#domains/orders/transactions/commands/receive-decision-file.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { readEveryRow } from '#test/support/every-row.ts'
import { awaitLockWaits } from '#test/support/lock-waits.ts'
import { makeProgram, makePublisher, makeSubAccount } from '#test/support/network-fixtures.ts'
import { eraseAccount } from './commands/erase-account.ts'

const database = await openTestDatabase()

const ctx = () => testContext(database.db)

/** Creates an advertiser in whose programme, company and promotions its name stands. */
async function makeBirch() {
  const { advertiser, advertiserId, programId } = await makeProgram(ctx())
  const website = 'https://birch-shoes.example/'
  await updateProgram(ctx(), { programId, title: 'Birch shoes', description: 'By Birch' })
  await updateAdvertiser(ctx(), { advertiserId, name: 'Birch', website, status: 'active' })
  await saveCompany(ctx(), { advertiserId, ...NO_COMPANY, legalName: 'Birch Ltd', countryCode: 'DE' })
  await declareDomain(ctx(), { advertiserId, host: 'birch-shoes.example' })
  const promotion = {
    type: 'coupon',
    title: 'Birch sale',
    description: 'From Birch',
    code: 'TEN',
    category: 'Sports',
    commission: 'Birch pays',
    url: website,
    start: null,
    end: null,
  } as const
  const { promotionId } = await createPromotion(ctx(), { advertiserId, promotion })
  await updatePromotion(ctx(), { advertiserId, promotionId, promotion })
  await createPromotion(ctx(), { advertiserId, promotion: { ...promotion, title: 'Birch again' } })
  const rows = [{ line: 1, cells: { order_id: '1', action: 'confirm', note: 'Birch says so' } }]
  const file = { advertiserId, name: 'Birch.csv', format: 'csv', mode: 'all', hash: Buffer.alloc(32) } as const
  await receiveDecisionFile(ctx(), { ...file, rows })
  await setDecisionSource(ctx(), { advertiserId, url: `${website}decisions.csv`, mode: 'valid', hour: 3 })
  await createKey({ ...ctx(), actor: advertiser }, { advertiserId, name: 'Birch system', scopes: ['decide_orders'] })
  return { ...advertiser, advertiserId, programId, promotionId }
}

test('of an advertiser closes its programme, frees its hosts and keeps no text or file of it', async () => {
  const { accountId, email, advertiserId, programId, promotionId } = await makeBirch()
  await eraseAccount(ctx(), { accountId, email, erasure })
  const left = await readEveryRow(database)
  for (const trace of [email, 'Birch', 'https://birch']) expect(left).not.toContain(trace)
  expect(await listKeys(database.db, { advertiserId })).toEqual([])
  const { advertisers, secrets } = await loadCatalog(database.db)
  expect(advertisers.get(advertiserId)).toMatchObject({ isOpen: false })
  expect([...secrets.values()].map((one) => one.advertiserId)).not.toContain(advertiserId)
  const promotions = await database.db.selectFrom('promotion').selectAll().orderBy('id').execute()
  const ended = { code: 'TEN', endedAt: expect.any(Date) }
  expect(promotions).toMatchObject([{ id: promotionId, title: `Erased promotion ${promotionId}`, ...ended }, ended])
  const lines = await database.db
    .selectFrom('auditLine')
    .select(['target', 'details'])
    .where('action', 'in', ['program.update', 'advertiser.update', 'company.save', 'promotion.update'])
    .orderBy('id')
    .execute()
  expect(lines.filter(({ details }) => JSON.stringify(details).includes('fields'))).toMatchObject([
    { target: `program:${programId}`, details: { fields: ['status'] } },
    { target: `program:${programId}`, details: { fields: ['title', 'description'] } },
    { target: `advertiser:${advertiserId}`, details: { fields: ['name', 'website', 'status'] } },
    { target: `advertiser:${advertiserId}`, details: { fields: expect.arrayContaining(['legalName', 'street']) } },
    { target: `promotion:${promotionId}`, details: { fields: expect.arrayContaining(['title', 'url']) } },
  ])
})

test('of a colleague frees its place and leaves nothing of the person', async () => {
  const { publisherId } = await makePublisher(ctx())
  const { key: siteKey } = await createSite(ctx(), { publisherId, name: 'Blog', url: 'https://blog.example' })
  const { accountId, email, displayName } = await makeSubAccount(ctx(), { publisherId, siteKey, access: 'full' })
  await eraseAccount(ctx(), { accountId, email, erasure })
  expect(await listSubAccounts(database.db, { publisherId })).toEqual([])
  const left = await readEveryRow(database)
  for (const trace of [email, displayName]) expect(left).not.toContain(trace)
})

test('waits for a decision on an application of the account', async () => {
  const email = 'ada@example.com'
  const applicant = { email, firstName: 'Ada', lastName: 'Byron', countryCode: 'us', phone: '', fields: {} }
  const { applicationId, account } = await database.db
    .transaction()
    .execute((db) => recordApplication({ ...ctx(), db }, { kind: 'creator', ...applicant, locale: 'en' }))
  const accountId = account.id
  const erasing = await database.db.transaction().execute(async (db) => {
    await db.selectFrom('application').select('id').where('id', '=', applicationId).forUpdate().execute()
    const begun = eraseAccount(ctx(), { accountId, email, erasure })
    await awaitLockWaits(database, 1)
    await decideReview({ ...ctx(), db }, { accountId, decision: 'approved' })
    return { begun }
  })
  await erasing.begun
  const application = database.db.selectFrom('application').select('id').where('id', '=', applicationId)
  expect(await application.execute()).toEqual([])
})
