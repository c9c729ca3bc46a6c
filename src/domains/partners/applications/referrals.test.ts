import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApplicantFixtures, freshEmail, steps } from '#test/support/applicants.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makePublisher } from '#test/support/network-fixtures.ts'

const path = '/api/v1/account/publishers'

const database = await openTestDatabase()
let fixtures: Awaited<ReturnType<typeof createApplicantFixtures>>

beforeAll(async () => {
  fixtures = await createApplicantFixtures(database)
})

beforeEach(() => fixtures.forgetLimits())

afterAll(() => fixtures.close())

/** Makes a publisher with its referral link. */
async function openReferrer() {
  const as = await makePublisher(testContext(database.db))
  const read = async () => (await fixtures.get(`${path}/me/referrals`, { as })).json().data
  const { link } = await read()
  return { as, read, code: String(link.split('/sign-up?ref=')[1]) }
}

/** Signs a publisher up by a link with a code. */
async function signUp(email: string, ref: string): Promise<void> {
  const begun = await fixtures.post(path, { form: { ...steps.start(email), ref } })
  const own = { cookies: { tandem_sign_up: begun.cookies[0]?.value ?? '' } }
  const id = String(begun.json().publisher_id)
  await fixtures.post(`${path}/${id}/profilepart1`, { form: steps.profile, ...own })
  const finished = await fixtures.post(`${path}/${id}/profilepart2`, { form: steps.questions, ...own })
  expect(finished.json()).toMatchObject({ success: true })
}

describe('a referral link', () => {
  test('shows its publisher who came, once and without a name or an address before the approval', async () => {
    const [referrer, other] = [await openReferrer(), await openReferrer()]
    const email = freshEmail()
    await signUp(email, referrer.code)
    await signUp(email, referrer.code)
    await signUp(email, other.code)
    const came = { came_at: expect.any(String), status: 'received', name: null }
    expect(await referrer.read()).toMatchObject({ count: 1, referrals: [came] })
    expect(await other.read()).toMatchObject({ count: 0, referrals: [] })
  })

  test('of its own publisher refers no publisher', async () => {
    const { as, read, code } = await openReferrer()
    await signUp(as.email, code)
    expect(await read()).toMatchObject({ count: 0 })
  })

  test.each(['', '0'.repeat(12), 'nothing', "' OR 1=1 --"])('with the code %j refers no publisher', async (ref) => {
    const email = freshEmail()
    await signUp(email, ref)
    const begun = database.db.selectFrom('signup').select('referredBy').where('email', '=', email)
    expect(await begun.executeTakeFirstOrThrow()).toEqual({ referredBy: null })
  })
})
