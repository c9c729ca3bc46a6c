import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decideReview } from '#domains/people/accounts/commands/decide-review.ts'
import { DAY_MS } from '#kernel/days.ts'
import { createApplicantFixtures, creatorBody, freshEmail } from '#test/support/applicants.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { beginWhileLocked } from '#test/support/lock-waits.ts'
import { approveApplication, rejectApplication } from './commands/decide-application.ts'
import { removeOldApplications } from './commands/remove-application.ts'

const database = await openTestDatabase()
let fixtures: Awaited<ReturnType<typeof createApplicantFixtures>>

beforeAll(async () => {
  fixtures = await createApplicantFixtures(database)
})

beforeEach(() => fixtures.forgetLimits())

afterAll(() => fixtures.close())

const ctx = () => testContext(database.db)

/** Runs the job with a period of ten days, as it runs after some days. */
const removeAfter = (days: number) =>
  removeOldApplications(testContext(database.db, 'applications-clean-up', new Date(Date.now() + days * DAY_MS)), {
    days: 10,
  })

async function apply(email: string): Promise<void> {
  const answer = await fixtures.post('/creator/api/signup', { json: creatorBody(email) })
  expect(answer.statusCode).toBe(200)
}

const listApplications = (email: string) =>
  database.db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.accountId')
    .select(['application.id', 'application.isRepeat', 'accountId'])
    .where('email', '=', email)
    .orderBy('application.id')
    .execute()

const reject = (applicationId: bigint) => rejectApplication(ctx(), { applicationId, reason: 'Too new', note: 'Rude' })

describe('after its period', () => {
  test('a declined application goes with its account, and its address can apply anew', async () => {
    const email = freshEmail()
    await apply(email)
    await apply(email)
    const [first] = await listApplications(email)
    const { id = 0n, accountId = 0n } = first ?? {}
    await reject(id)
    await removeAfter(9)
    expect(await listApplications(email)).toHaveLength(2)
    await removeAfter(11)
    expect(await listApplications(email)).toEqual([])
    const account = await database.db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst()
    expect(account).toMatchObject({ email: `erased:${accountId}`, passwordHash: null, reviewNote: null })
    expect(JSON.stringify(account, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain('Ada')
    expect(await database.db.selectFrom('mail').select('id').where('toAddress', '=', email).execute()).toEqual([])
    const lines = await database.db
      .selectFrom('auditLine')
      .select('action')
      .where('target', 'in', [`application:${id}`, `account:${accountId}`])
      .orderBy('id')
      .execute()
    expect(lines.map(({ action }) => action).slice(-2)).toEqual(['account.erase', 'application.remove'])
    await apply(email)
    expect(await listApplications(email)).toMatchObject([{ isRepeat: false }])
  })

  test('a repeat goes alone', async () => {
    const email = freshEmail()
    await apply(email)
    await apply(email)
    await removeAfter(11)
    expect(await listApplications(email)).toMatchObject([{ isRepeat: false }])
  })

  test('an application stays whose account is approved at the same moment', async () => {
    const email = freshEmail()
    await apply(email)
    const [{ id, accountId } = { id: 0n, accountId: 0n }] = await listApplications(email)
    await reject(id)
    await beginWhileLocked(database, (db) => decideReview({ ...ctx(), db }, { accountId, decision: 'approved' }), [
      () => removeAfter(11),
    ])
    expect(await listApplications(email)).toHaveLength(1)
  })

  test('an approved application stays, also when it was declined before', async () => {
    const email = freshEmail()
    await apply(email)
    const [{ id } = { id: 0n }] = await listApplications(email)
    await reject(id)
    await approveApplication(ctx(), { applicationId: id, website: '', note: '' })
    await removeAfter(11)
    expect(await listApplications(email)).toHaveLength(1)
  })
})

test('the database keeps nothing of a person in an erased account', async () => {
  const email = freshEmail()
  await apply(email)
  const erase = database.db.updateTable('account').set({ erasedAt: new Date() }).where('email', '=', email)
  await expect(erase.execute()).rejects.toThrow(/account_is_erased/)
})
