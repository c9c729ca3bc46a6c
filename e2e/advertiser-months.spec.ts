import { spawnSync } from 'node:child_process'
import { chromium, expect, test } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import type { Db } from '#database'
import { setBilling } from '#domains/money/funding/commands/set-billing.ts'
import { setPaymentInstructions } from '#domains/money/funding/commands/set-payment-instructions.ts'
import { toDay } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { findBrowser } from '../test/support/browser.ts'
import { findFreePort } from '../test/support/network.ts'
import { expectAccessible } from './support/accessible.ts'
import { PASSWORD, answerCookies, approveApplicant, choosePassword } from './support/applicant.ts'
import { acceptClaim, claimOrder } from './support/advertiser-claims.ts'
import { payIn, payInvoice } from './support/bank-payments.ts'
import { ITEMS, decideByFile, decideByKeys } from './support/advertiser-decisions.ts'
import { approveJoin, requestJoin } from './support/advertiser-joins.ts'
import { buy, fillCompany, prepareTest, setTerms } from './support/advertiser-steps.ts'
import { acknowledgeCut, cutRate } from './support/advertiser-terms.ts'
import { ClockNetwork, NETWORK_IBAN } from './support/clock-network.ts'
import { followMail } from './support/mailbox.ts'
import { chooseNetwork, getClockNetwork } from './support/networks.ts'
import { expectStatement, payLastMonth } from './support/payout.ts'
import { followLink, reportOrder } from './support/shop-orders.ts'
import { startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'
import { demo, logInAs, logInByCall } from './support/sign-in.ts'

const EMAIL = 'brand@gardens.example'
const HOST = 'gardens.example'
/** In 1/10,000 USD. */
const CREDIT = 1_000_0000n

const network = new ClockNetwork(getClockNetwork())
let shop: Shop
/** The postback secret of the shop. */
let token: string
/** The browser of the visitors, which finds the shop of this machine under its public name. */
let visitors: Browser

test.use({ baseURL: getClockNetwork().baseURL })

test.beforeAll(async () => {
  chooseNetwork(getClockNetwork())
  await network.start()
})

test.afterAll(async () => {
  await visitors?.close()
  await shop?.stop()
  await network.stop()
  chooseNetwork()
})

/** The time of a day of a month that begins after this one: the first, the second or the third. */
const today = new Date()
const timeOf = (month: 1 | 2 | 3, day: number) =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + month, day, 9))

test('a brand runs its programme alone for two months, and its publisher is paid for them', async ({
  page,
  browser,
}) => {
  await answerCookies(page)
  await apply()
  await approveApplicant(EMAIL)
  await followMail(page, { to: EMAIL, subject: 'Welcome to Tandem' })
  await choosePassword(page)
  await page.waitForURL('**/brand')
  await sayHowToPay()
  const publisher = await openPublisher(browser)
  await passTo(timeOf(1, 5), { page, publisher })
  await payIn(page, network)
  await openProgram(page)
  await requestJoin(publisher)
  await approveJoin(page, publisher)
  const link = await makeLink(publisher)

  const { orderId: bought, reported } = await buy(visitors, link)
  expect(reported).toBe('recorded')
  const clickId = await followLink(link)
  for (let number = 1; number <= 8; number += 1) await report(`G-${number}`, clickId, number === 2 ? ITEMS : '')
  const orders = await decideByKeys(page)
  expect(orders).toEqual([bought, 'G-1', 'G-2', 'G-3', 'G-4', 'G-5', 'G-6', 'G-7', 'G-8'])
  await decideByFile(page, orders.slice(6))
  await expectStatuses(page, orders)

  await cutRate(page)
  await network.runJobs('terms-announcements')
  await report('G-NOTICE', clickId)
  await acknowledgeCut(page, { publisher, email: demo.publisher.email })
  await passTo(timeOf(1, 21), { page, publisher })
  await report('G-BEFORE', clickId)
  await report('G-AFTER', await followLink(link))
  await expectCommissions(page, { 'G-NOTICE': '$7.00', 'G-BEFORE': '$7.00', 'G-AFTER': '$5.00' })
  await claimOrder(publisher, { orderId: 'G-MISSING', day: toDay(timeOf(1, 5)) })
  await acceptClaim(page, 'G-MISSING')

  await passTo(timeOf(2, 2), { page, publisher })
  await network.runJobs('cover-orders')
  // 7 % of 324.50 USD by four orders. The claimed order of the fifth decides itself 30 days later.
  expect(await readCovered()).toBe(22_7150n)
  await expectPayable(publisher, 22.71)
  await agreeOnInvoices()
  await passTo(timeOf(2, 25), { page, publisher })
  await network.runJobs('decide-due-orders', 'cover-orders')
  await expectSecondMonth({ page, publisher })

  await passTo(timeOf(3, 2), { page, publisher })
  await network.runJobs('cover-orders', 'invoices')
  await payInvoice(page, network)
  await payLastMonth(browser, network)
  await expectStatement(publisher, network, [bought, 'G-4', 'G-6', 'G-NOTICE', 'G-AFTER', 'G-MISSING'])
  const check = spawnSync(process.execPath, ['src/main.ts', 'check-ledger'], {
    encoding: 'utf8',
    env: { ...process.env, ...network.env },
  })
  expect(check.status, check.stdout + check.stderr).toBe(0)
})

/** Sends the application that sign-up.spec.ts fills in. */
async function apply(): Promise<void> {
  const application = {
    selectedCountry: 'us',
    firstName: 'Ada',
    lastName: 'Byron',
    email: EMAIL,
    phoneNumber: '',
    brand_sale: '$1M - $5M',
    platform: 'No',
    company_name: 'Gardens',
    company_website: HOST,
    purpose: 'People with gardens',
  }
  const answer = await fetch(`${network.url}/advertiser/api/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: network.url },
    body: JSON.stringify(application),
  })
  expect(answer.status).toBe(200)
}

/** Tells brands the account of the network. */
async function sayHowToPay(): Promise<void> {
  const rest = { bank: '', note: '', smallestMissing: 0n }
  await network.query((db) =>
    setPaymentInstructions(testContext(db, 'e2e', network.now), {
      accountHolder: 'Tandem Ltd',
      account: NETWORK_IBAN,
      ...rest,
    }),
  )
}

/** What the network and the brand agree after the first month: it pays by monthly invoices. */
async function agreeOnInvoices(): Promise<void> {
  await network.query(async (db) => {
    const { id: advertiserId } = await findAdvertiser(db)
    await setBilling(testContext(db, 'e2e', network.now), { advertiserId, mode: 'postpaid', creditLimit: CREDIT })
  })
}

function findAdvertiser(db: Db) {
  return db.selectFrom('advertiser').select('id').where('name', '=', 'Gardens').executeTakeFirstOrThrow()
}

/** Takes every step of the set-up, with a host that is proved by its file and a test order, and opens the programme. */
async function openProgram(page: Page): Promise<void> {
  await fillCompany(page)
  await proveHost(page)
  await setTerms(page)
  token = await prepareTest(page, PASSWORD)
  const port = await findFreePort()
  shop = await startShop({ port, networkUrl: network.url, token })
  visitors = await chromium.launch({
    ...(await findBrowser()),
    args: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1:${port}`],
  })
  const landing = await page.getByLabel('Address that a visitor gets').inputValue()
  expect(await buy(visitors, landing.replace('https:', 'http:'))).toMatchObject({ reported: 'test' })
  await page.getByRole('link', { name: 'All steps' }).click()
  await page.getByRole('button', { name: 'Open programme' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open programme' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home')
}

/** Puts the token on the brand's web server, where the network finds it. */
async function proveHost(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Prove your hosts' }).click()
  network.publish(HOST, await page.getByLabel('Token').inputValue())
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('The file was found.')).toBeVisible()
  await page.getByRole('link', { name: 'All steps' }).click()
}

/** Makes a tracking link to the shop as the demo publisher. */
async function makeLink(publisher: Page): Promise<string> {
  await publisher.goto('/custom_link')
  await publisher.getByLabel('Address of the page').fill(`http://${HOST}/`)
  await publisher.getByRole('button', { name: 'Create link' }).click()
  const link = await publisher.getByLabel('Tracking link').inputValue()
  return link
}

/** Opens the demo publisher's own browser, on a phone. */
async function openPublisher(browser: Browser): Promise<Page> {
  const viewport = { width: 360, height: 740 }
  const phone = { viewport, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
  const context = await browser.newContext({ ...phone, baseURL: network.url, locale: 'en-US', timezoneId: 'UTC' })
  return context.newPage()
}

/** The pages of the brand and of its publisher. */
interface Pages {
  page: Page
  publisher: Page
}

/** Sets the clock of the network and of the browsers forward, and logs both in again. */
async function passTo(time: Date, { page, publisher }: Pages): Promise<void> {
  await network.moveTo(time)
  for (const each of [page, publisher]) {
    await each.context().clearCookies()
    await answerCookies(each)
    await each.clock.install({ time: network.now })
  }
  await logInByCall(page, { email: EMAIL, password: PASSWORD, type: 'advertiser' })
  await logInAs(publisher, 'publisher')
  await page.goto('/brand')
}

/** Reports an order of 100 USD from the shop's server. */
function report(orderId: string, clickId: string, items = ''): Promise<void> {
  return reportOrder({ networkUrl: network.url, token, clickId, orderId, items })
}

/** Reads how much commission the brand has covered, in 1/10,000 USD. */
function readCovered(): Promise<bigint> {
  return network.query(async (db) => {
    const { id } = await findAdvertiser(db)
    const states = await db
      .selectFrom('transactionState')
      .where('advertiserId', '=', id)
      .select('coveredCommission')
      .execute()
    return states.reduce((sum, state) => sum + state.coveredCommission, 0n)
  })
}

/** Expects that the publisher reads at least this amount as payable: other brands have covered orders too. */
async function expectPayable(publisher: Page, amount: number): Promise<void> {
  await publisher.goto('/payments')
  const card = publisher.locator('dl > div').filter({ has: publisher.getByText('Payable', { exact: true }) })
  const payable = Number(/\$([\d,.]+)/.exec(await card.innerText())?.[1]?.replaceAll(',', ''))
  expect(payable).toBeGreaterThanOrEqual(amount)
}

/** Expects that each order of the first day has the status that it was given. */
async function expectStatuses(page: Page, orders: readonly string[]): Promise<void> {
  const day = toDay(network.now)
  await page.goto(`/brand/transactions?begin=${day}&end=${day}`)
  const [confirmed, cancelled, pending] = ['Confirmed', 'Cancelled', 'Pending']
  const statuses = [confirmed, cancelled, pending, pending, confirmed, confirmed, confirmed, cancelled, pending]
  for (const [index, order] of orders.entries()) {
    await expect(
      page.getByRole('row').filter({ has: page.getByRole('link', { name: order, exact: true }) }),
    ).toContainText(statuses[index] ?? '')
  }
}

/** Expects what each order earns its publisher. */
async function expectCommissions(page: Page, commissions: Record<string, string>): Promise<void> {
  const [begin, end] = [toDay(timeOf(1, 5)), toDay(network.now)]
  await page.goto(`/brand/transactions?begin=${begin}&end=${end}`)
  for (const [order, commission] of Object.entries(commissions)) {
    await expect(
      page.getByRole('row').filter({ has: page.getByRole('link', { name: order, exact: true }) }),
    ).toContainText(commission)
  }
}

/** Expects that what was left has decided itself and is covered, which the brand and the publisher see. */
async function expectSecondMonth({ page, publisher }: Pages): Promise<void> {
  await page.goto('/brand')
  const coverage = page.locator('dl > div').filter({ has: page.getByText('Coverage', { exact: true }) })
  await expect(coverage).toContainText(/100(\.0)?%/)
  await expectAccessible(page)
  await publisher.goto(`/transactions?begin=${toDay(timeOf(1, 5))}&end=${toDay(network.now)}&keyword=G-AFTER`)
  await publisher.getByRole('row').filter({ hasText: 'G-AFTER' }).getByRole('link').first().click()
  await publisher.getByText(/^\d+ of \d+ met$/).click()
  await expect(publisher.getByText('Covered by the brand on')).toBeVisible()
  await expectAccessible(publisher)
}
