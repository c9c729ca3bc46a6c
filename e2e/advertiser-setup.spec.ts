import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { createAccount } from '#domains/people/accounts/commands/create-account.ts'
import { createAdvertiser, createPostbackSecret, saveCompany } from '#domains/people/advertisers/commands.ts'
import { NO_COMPANY } from '#domains/people/advertisers/rules.ts'
import { createProgram } from '#domains/programmes/programs/commands/create-program.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { beginSetup } from '#domains/partners/setup/commands/begin-setup.ts'
import { addDraftTerms, changeOwnProgram } from '#domains/partners/setup/commands/change-program.ts'
import { testContext } from '#test/support/context.ts'
import { findFreePort } from '../test/support/network.ts'
import { expectAccessible } from './support/accessible.ts'
import { PASSWORD, answerCookies, freshEmail } from './support/applicant.ts'
import { addHost, buy } from './support/advertiser-steps.ts'
import { waitForMail } from './support/mailbox.ts'
import { openOwnDatabase } from './support/own-database.ts'
import { test } from './support/shared-context.ts'
import { startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'
import { demo, logInAs, logInByCall } from './support/sign-in.ts'
import { userAgent } from './support/user-agent.ts'

test('takes a new brand through its steps, a test order and the review to a real order', async ({
  page,
  browser,
  baseURL,
}) => {
  const port = await findFreePort()
  const advertiser = await makeAdvertiser(port)
  const operator = await openOperator(browser)
  let shop: Shop | undefined
  try {
    await operator.goto('/operator/openings')
    await operator.getByRole('button', { name: 'Require a review' }).click()
    await expect(operator.getByText('The rule was saved.')).toBeVisible()

    await logInByCall(page, { email: advertiser.email, password: PASSWORD, type: 'advertiser' })
    await page.goto('/brand')
    await expect(page.getByText('0 of 6 done')).toBeVisible()
    // The programme opens below without a payment.
    await expect(page.getByText('Pay in (optional)')).toBeVisible()
    await expect(page.getByLabel('Reference')).toHaveValue(/^BRAND-\d+$/)
    await expectAccessible(page)
    await addHost(page, advertiser.host)
    const token = await takeOtherSteps(advertiser)
    await page.goto('/brand/test')

    shop = await startShop({ port, networkUrl: baseURL ?? '', token })
    const landing = await page.getByLabel('Address that a visitor gets').inputValue()
    expect(await buy(browser, landing)).toMatchObject({ reported: 'test' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Test passed' })).toContainText('$1.72')

    await confirmHost(operator, advertiser)
    await page.getByRole('link', { name: 'All steps' }).click()
    await expect(page.getByText('5 of 6 done')).toBeVisible()
    await page.getByRole('button', { name: 'Ask for the review' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ask for the review' }).click()
    await expect(page.getByText('The operator reviews your programme')).toBeVisible()
    await approve(operator, advertiser)
    await page.goto('/brand')
    await hideFirstSteps(page)

    const { orderId, reported } = await buy(browser, await joinAndLink(baseURL ?? '', advertiser))
    expect(reported).toBe('recorded')
    await page.goto('/brand/transactions')
    await expect(page.getByRole('row').filter({ hasText: orderId })).toContainText('$24.50')
    await expect(page.getByRole('row')).toHaveCount(2)
  } finally {
    await operator.goto('/operator/openings')
    await operator.getByRole('button', { name: 'Open without a review' }).click()
    await operator.context().close()
    await shop?.stop()
  }
})

type Advertiser = Awaited<ReturnType<typeof makeAdvertiser>>

/** Makes the brand that the approval of an application makes. */
async function makeAdvertiser(port: number) {
  const db = openOwnDatabase()
  const ctx = testContext(db, 'e2e')
  const email = freshEmail('brand')
  const name = `Gardens ${email.split(/[.@]/)[1]}`
  const host = `${email.split(/[.@]/)[1]}.localhost:${port}`
  const website = `http://${host}/`
  const account = { email, role: 'advertiser', displayName: name, reviewStatus: 'approved' } as const
  const { accountId } = await createAccount(ctx, { ...account, password: PASSWORD })
  const { advertiserId } = await createAdvertiser(ctx, { name, website, accountId })
  const { programId } = await createProgram(ctx, { advertiserId, title: name })
  await beginSetup(ctx, { advertiserId, website, company: { legalName: name } })
  await db.destroy()
  return { email, password: PASSWORD, name, host, website, advertiserId, programId }
}

/** Takes the steps whose forms the spec of two months fills in; returns the postback secret. */
async function takeOtherSteps({ advertiserId, name, email }: Advertiser): Promise<string> {
  const db = openOwnDatabase()
  const ctx = testContext(db, 'e2e')
  const address = { street: '1 Lane', city: 'Berlin', countryCode: 'DE' }
  const contact = { contactName: 'Ada Byron', contactEmail: email }
  await saveCompany(ctx, { ...NO_COMPANY, advertiserId, legalName: name, ...address, ...contact })
  const rates = [{ event: 'sale', kind: 'percent', ratePpm: 70_000 } as const]
  await addDraftTerms(ctx, { advertiserId, windowDays: 30, validationDays: 30, rates })
  await changeOwnProgram(ctx, { advertiserId, clickParam: 'click_id' })
  const { token } = await createPostbackSecret(ctx, { advertiserId })
  await db.destroy()
  return token
}

/** Reads what to do after the opening, and hides it. */
async function hideFirstSteps(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByText('0 of 3 done, in any order.')).toBeVisible()
  for (const name of ['Find publishers', 'Add funds', 'New promotion']) {
    await expect(main.getByRole('link', { name })).toBeVisible()
  }
  await expect(page.getByText('Conversion rate')).toBeHidden()
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Hide these steps' }).click()
  await expect(main.getByText('Nothing to do')).toBeVisible()
  await expect(main.getByText('What to do next')).toBeHidden()
}

async function openOperator(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  const operator = await context.newPage()
  await answerCookies(operator)
  await logInAs(operator, 'operator')
  return operator
}

async function confirmHost(operator: Page, { advertiserId, host }: Advertiser): Promise<void> {
  await operator.goto(`/operator/advertisers/${advertiserId}#setup`)
  await operator.getByRole('row').filter({ hasText: host }).getByRole('button', { name: 'Confirm' }).click()
  await operator.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(operator.getByText('The host was confirmed.')).toBeVisible()
  await expectAccessible(operator)
}

/** Approves the programme that a mail announced. */
async function approve(operator: Page, { name }: Advertiser): Promise<void> {
  await waitForMail({ to: demo.operator.email, subject: `${name} is ready for review` })
  await operator.goto('/operator/openings')
  await operator.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Open' }).click()
  const dialog = operator.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  await expectAccessible(operator)
  await dialog.getByRole('button', { name: 'Open' }).click()
  await expect(operator.getByText('The brand was notified by mail.')).toBeVisible()
}

/** Joins the programme as the demo publisher, and returns a tracking link to the shop. */
async function joinAndLink(baseURL: string, { programId, website }: Advertiser): Promise<string> {
  const db = openOwnDatabase()
  const site = await db
    .selectFrom('site')
    .innerJoin('publisher', 'publisher.id', 'site.publisherId')
    .innerJoin('account', 'account.id', 'publisher.accountId')
    .select(['site.key', 'site.publisherId'])
    .where('account.email', '=', demo.publisher.email)
    .executeTakeFirstOrThrow()
  await db.updateTable('program').set({ joinMode: 'auto' }).where('id', '=', programId).execute()
  await requestJoin(testContext(db, 'e2e'), { programId, publisherId: site.publisherId })
  await db.destroy()
  const link = `${baseURL}/r?key=${site.key}&url=${encodeURIComponent(website)}`
  // The workers learn of the membership within a moment; until then the visitor gets no click id.
  await expect
    .poll(async () =>
      (await fetch(link, { redirect: 'manual', headers: { 'User-Agent': userAgent } })).headers.get('location'),
    )
    .toContain('click_id=')
  return link
}
