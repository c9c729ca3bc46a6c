import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import {
  PASSWORD,
  answerCookies,
  approveApplicant,
  beginSignUp,
  choosePassword,
  confirmWith,
  decide,
  freshEmail,
} from './support/applicant.ts'
import { expectAccessible } from './support/accessible.ts'
import { followMail, waitForMail } from './support/mailbox.ts'
import { test } from './support/shared-context.ts'
import { logIn } from './support/sign-in.ts'
import { answerQuestions, chooseCountry, fillAddress, fillProfile, readReferrals } from './support/sign-up.ts'

test.beforeEach(({ page }) => answerCookies(page))

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function fillPerson(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byron')
  await page.getByLabel('E-mail').fill(email)
}

async function fillChannel(page: Page): Promise<void> {
  await page.getByLabel('Main channel').selectOption('YouTube')
  await page.getByLabel('Follower volume').selectOption('10K - 50K')
  await page.getByLabel('Channel URL').fill('youtube.com/@ada')
  await page.getByLabel('Where your audience lives').selectOption('Canada')
  await page.getByLabel('Have you promoted brands before?').selectOption('Yes')
  await page.getByLabel('Have you been sponsored before?').selectOption('No')
}

/** Makes each mistake about the person, and then corrects all. */
async function correctPerson(page: Page, email: string): Promise<void> {
  await expect(heading(page)).toHaveText('About Yourself')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This field is required.')).toHaveCount(3)
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('E-mail').focus()
  await expect(page.getByText('This field is required.')).toHaveCount(2)
  await fillPerson(page, 'nobody')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Valid email address is required')).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await expect(page.getByRole('button', { name: /United States/ })).toBeVisible()
  await chooseCountry(page, /Country/, 'germ')
  await expect(page.getByRole('button', { name: /Germany/ })).toBeFocused()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('takes a creator from application to approval and onboarding @phone', async ({ page, browser }) => {
  const email = freshEmail('creator')
  await page.goto('/sign-up-creator')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Apply Now' }).click()
  await correctPerson(page, email)
  await expect(heading(page)).toHaveText('About Your Channel')
  await expect(heading(page)).toBeFocused()
  await page.getByRole('button', { name: 'Send application' }).click()
  await expect(page.getByText('This field is required.').filter({ visible: true })).toHaveCount(6)
  await expect(page.getByLabel('Main channel')).toBeFocused()
  await expectAccessible(page)
  await fillChannel(page)

  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.reload()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await expect(page.getByRole('button', { name: /Germany/ })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Channel URL')).toHaveValue('youtube.com/@ada')
  await page.getByRole('checkbox').check()

  await page.route('**/creator/api/signup', (route) => route.abort())
  await page.getByRole('button', { name: 'Send application' }).click()
  await expect(page.getByRole('alert')).toContainText('What you typed is kept')
  await page.unroute('**/creator/api/signup')
  const sent = page.waitForRequest('**/creator/api/signup')
  await page.getByRole('button', { name: 'Try again' }).click()
  expect((await sent).postDataJSON()).toEqual({
    selectedCountry: 'de',
    firstName: 'Ada',
    lastName: 'Byron',
    email,
    phoneNumber: '',
    channel: 'YouTube',
    channelUrl: 'youtube.com/@ada',
    followers: '10K - 50K',
    region: 'Canada',
    promote: 'Yes',
    sponsored: 'No',
  })
  await expect(heading(page)).toHaveText('Thank You')
  await expect(heading(page)).toBeFocused()
  await expect(heading(page)).toBeInViewport()
  await expectAccessible(page)

  await followMail(page, { to: email, subject: 'Your application' })
  await choosePassword(page)
  await expect(page.getByText('The account is still under review')).toBeVisible()
  await logIn(page, '/login-creator', { email, password: PASSWORD })
  await expect(page.getByText('This account is currently under review, please log in again later.')).toBeVisible()

  await decide(browser, email)
  await followMail(page, { to: email, subject: 'Welcome to Tandem' })
  await logIn(page, '/login-creator', { email, password: PASSWORD })
  await page.waitForURL('**/home')
  await expect(page.getByText('1 of 8 done')).toBeVisible()
  await expectAccessible(page)
})

test('takes a brand from application to approval and its draft programme', async ({ page }) => {
  const email = freshEmail('brand')
  await page.goto('/sign-up-advertiser')
  await page.getByRole('link', { name: 'Apply Now' }).click()
  await fillPerson(page, email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page)).toHaveText('About Your Brand')
  await page.getByRole('button', { name: 'Send application' }).click()
  await expect(page.getByLabel('Company name')).toBeFocused()
  const company = `Gardens ${email.split('@')[0]}`
  await page.getByLabel('Company name').fill(company)
  await page.getByLabel('Company website').fill('gardens.example')
  await page.getByLabel('Yearly sales').selectOption('$1M - $5M')
  await page.getByLabel('Do you work with an affiliate platform?').selectOption('No')
  await page.getByLabel('What would you like to reach?').fill('People with gardens')
  await page.getByRole('button', { name: 'Send application' }).click()
  await expect(page.getByRole('checkbox')).toBeFocused()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send application' }).click()
  await expect(heading(page)).toHaveText('Thank You')

  await approveApplicant(email)
  await followMail(page, { to: email, subject: 'Welcome to Tandem' })
  await choosePassword(page)
  await page.waitForURL('**/brand')
  await expect(page.getByText(company).filter({ visible: true }).first()).toBeVisible()
})

test('takes a publisher from a referral link through the steps and the approval to the login', async ({
  page,
  browser,
}) => {
  const email = freshEmail('publisher')
  const referrals = await readReferrals(browser)
  await page.goto(referrals.path)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter a valid e-mail address.')).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByLabel('Repeat password').fill('other-horse')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter the same password twice.')).toBeVisible()
  await page.getByLabel('Repeat password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(heading(page)).toHaveText('Site and contact')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please fill in: Site name.')).toBeVisible()
  await expect(page.getByText('Please fill in every required field.')).toBeVisible()
  await expect(page.getByLabel('Site name')).toBeFocused()
  await expectAccessible(page)
  await fillProfile(page)
  await page.reload()
  await expect(page.getByLabel('Site name')).toHaveValue('Gardens')
  await expect(page.getByRole('listitem').filter({ hasText: 'Austria' })).toBeVisible()
  const sent = page.waitForRequest('**/profilepart1')
  await page.getByRole('button', { name: 'Continue' }).click()
  const body = new URLSearchParams((await sent).postData() ?? '')
  expect(body.getAll('audience_countries')).toHaveLength(2)

  await expect(heading(page)).toHaveText('Questionnaire')
  await answerQuestions(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('dialog')).toContainText('check your mail')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to the login' }).click()
  await page.waitForURL('**/#login')

  await followMail(page, { to: email, subject: 'Your sign-up' })
  await expectAccessible(page)
  await confirmWith(page, 'another-horse')
  await expect(page.getByText('This is not the password from the sign-up').first()).toBeVisible()
  await confirmWith(page, PASSWORD)
  await expect(heading(page)).toHaveText('Your address is confirmed')
  await approveApplicant(email)
  await logIn(page, '/login-creator', { email, password: PASSWORD })
  await page.waitForURL('**/home')
  expect((await readReferrals(browser)).names).toEqual(['Gardens Ltd', ...referrals.names])
})

test('shows a step only when its fields have loaded', async ({ page }) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(/publisher-fields.*\.js/, (route) => isReleased.then(() => route.continue()))
  await beginSignUp(page, freshEmail('publisher'))
  await expect(page.getByRole('button', { name: 'Sending' })).toBeVisible()
  release()
  await expect(heading(page)).toHaveText('Site and contact')
  expect(await page.getByLabel('Site name').isVisible()).toBe(true)
  await expect(heading(page)).toBeFocused()
})

test('continues a sign-up in another browser by the mailed link', async ({ page, browser }) => {
  const email = freshEmail('half')
  await beginSignUp(page, email)
  await expect(heading(page)).toHaveText('Site and contact')

  const other = await browser.newPage()
  await followMail(other, { to: email, subject: 'Continue your sign-up' })
  await other.getByRole('link', { name: 'I do not know the password' }).click()
  for (const name of ['password1', 'password2']) await other.locator(`[name=${name}]`).fill(PASSWORD)
  await other.getByRole('button', { name: 'Confirm and continue' }).click()
  await expect(heading(other)).toHaveText('Site and contact')
  await expect(other.getByText(email)).toBeVisible()
  await other.context().close()

  await fillProfile(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('can no longer be continued in this browser')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('takes the application of a creator, and mails the reason of the rejection', async ({ page, browser }) => {
    const email = freshEmail('plain')
    await page.goto('/sign-up-creator')
    await page.getByRole('link', { name: 'Apply Now' }).click()
    await fillPerson(page, 'nobody')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Valid email address is required')).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Country').selectOption('de')
    await page.getByRole('button', { name: 'Continue' }).click()
    await fillChannel(page)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel('E-mail')).toHaveValue(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Main channel')).toHaveValue('YouTube')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Send application' }).click()
    await expect(heading(page)).toHaveText('Thank You')

    await decide(browser, email, { reason: 'The channel is empty.' })
    await waitForMail({ to: email, subject: 'Your application', text: 'The channel is empty.' })
  })

  test('takes the sign-up of a publisher', async ({ page }) => {
    const email = freshEmail('plainsite')
    await beginSignUp(page, email)
    await page.getByLabel('Site name').fill('Gardens')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Please fill in: Site address.')).toBeVisible()
    await expect(page.getByLabel('Site name')).toHaveValue('Gardens')
    await page.getByLabel('Site address').fill('gardens.example')
    await page.getByLabel('Countries of your audience').selectOption(['Germany', 'Austria'])
    await page.getByLabel('Blogs').first().check()
    await fillAddress(page)
    await page.getByLabel('Country', { exact: true }).selectOption('Germany')
    await page.getByRole('button', { name: 'Continue' }).click()
    await answerQuestions(page)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('dialog')).toContainText('check your mail')
    await approveApplicant(email)
  })
})
