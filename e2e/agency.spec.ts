import { expect } from '@playwright/test'
import { createAccount } from '#domains/people/accounts/commands/create-account.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { testContext } from '#test/support/context.ts'
import { makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { expectAccessible } from './support/accessible.ts'
import { PASSWORD, freshEmail } from './support/applicant.ts'
import { openOwnDatabase } from './support/own-database.ts'
import { test } from './support/shared-context.ts'
import { logIn } from './support/sign-in.ts'

/** Makes an agency in the teams of three brands; two publishers ask to join the second. */
async function makeAgency() {
  const db = openOwnDatabase()
  const ctx = testContext(db, 'e2e')
  const email = freshEmail('agency')
  const account = { email, role: 'advertiser', displayName: 'Agency', reviewStatus: 'approved' } as const
  const { accountId } = await createAccount(ctx, { ...account, password: PASSWORD })
  const programs = [await makeProgram(ctx), await makeProgram(ctx), await makeProgram(ctx)]
  const member = { accountId, email, name: 'Agency', role: 'agency', joinedAt: ctx.now } as const
  await db
    .insertInto('teamMember')
    .values(programs.map(({ advertiserId }) => ({ advertiserId, ...member })))
    .execute()
  const programId = programs[1]?.programId ?? 0n
  for (const { publisherId } of [await makePublisher(ctx), await makePublisher(ctx)]) {
    await requestJoin(ctx, { programId, publisherId })
  }
  await db.destroy()
  return { email, names: programs.map(({ advertiser }) => advertiser.displayName) }
}

test('an agency starts with what waits in all its brands, opens it in its brand, and goes on to the others', async ({
  page,
}) => {
  const { email, names } = await makeAgency()
  const [first = '', second = '', third = ''] = names
  await logIn(page, '/login-advertiser', { email, password: PASSWORD })
  await page.waitForURL('**/brand/brands')
  const rows = page.getByRole('table', { name: 'To do in your brands' }).getByRole('row')
  await expect(rows.filter({ hasText: '2 publishers ask to join' })).toContainText(second)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Open for ${second}` }).click()
  await page.waitForURL('**/brand/publishers/requests')
  await expect(page.getByText(second).first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(3)
  for (const name of [first, third]) {
    await page.goto('/brand/brands')
    await expect(page.getByRole('table', { name: 'Your teams' }).getByRole('row')).toHaveCount(4)
    await page.getByRole('button', { name: `Switch to ${name}` }).click()
    await page.waitForURL('**/brand')
    await expect(page.getByRole('main').getByText(name)).toBeVisible()
    await page.goto('/brand/publishers/requests')
    await expect(page.getByText('No request to decide')).toBeVisible()
  }
})
