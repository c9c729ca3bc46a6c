import { spawnSync } from 'node:child_process'
import { chromium, expect, test } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import type { Db } from '#database'
import { fetchBankFile } from '#domains/bank/commands/fetch-bank-file.ts'
import { setBilling } from '#domains/funding/commands/set-billing.ts'
import { toDay } from '#kernel/days.ts'
import { systemContext } from '#platform/server/context.ts'
import { findBrowser } from '../test/support/browser.ts'
import { findFreePort } from '../test/support/network.ts'
import { PASSWORD, answerCookies, choosePassword, decide, followMail } from './support/applicant.ts'
import { buy, fillCompany, prepareTest, setTerms } from './support/brand-steps.ts'
import { startProcess } from './support/child-process.ts'
import { ClockNetwork } from './support/clock-network.ts'
import { chooseNetwork, getClockNetwork } from './support/networks.ts'
import { startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'
import { demo, logIn } from './support/sign-in.ts'
import { serve } from './support/web-page.ts'

const DAY_MS = 86_400_000
const EMAIL = 'brand@gardens.example'
const HOST = 'gardens.example'
/** In 1/10,000 USD. */
const CREDIT = 1_000_0000n

const network = new ClockNetwork(getClockNetwork())
let shop: Shop
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

test('a brand runs its programme alone, from the approval to the paid invoice of the first month', async ({
  page,
  browser,
}) => {
  // A month of a brand takes a minute on a quiet machine.
  test.slow()
  await answerCookies(page)
  await apply(page)
  await decide(browser, EMAIL)
  await followMail(page, { to: EMAIL, subject: 'Welcome to Tandem' })
  await choosePassword(page)
  await page.waitForURL('**/brand')
  await agreeOnBrand()
  await openProgram(page)
  const publisher = await openAs(browser, 'publisher')
  await requestJoin(publisher)
  await approveJoin(page, publisher)
  const link = await makeLink(publisher)

  const orders = [await order(link), await order(link)]
  await page.goto('/brand/transactions')
  for (const id of orders) await expect(page.getByRole('row').filter({ hasText: id })).toContainText('Pending')

  const begin = toDay(network.now)
  await passDays(page, 31)
  await network.runJobs('decide-due-orders')
  await page.goto(`/brand/transactions?begin=${begin}&end=${toDay(network.now)}`)
  for (const id of orders) await expect(page.getByRole('row').filter({ hasText: id })).toContainText('Confirmed')

  await payInvoice(page)
  const check = spawnSync(process.execPath, ['src/main.ts', 'check-ledger'], {
    encoding: 'utf8',
    env: { ...process.env, ...network.env },
  })
  expect(check.status, check.stdout + check.stderr).toBe(0)
})

/** Applies for an account as a brand. */
async function apply(page: Page): Promise<void> {
  await page.goto('/sign-up-advertiser')
  await page.getByRole('link', { name: 'Apply Now' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byron')
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Company name').fill('Gardens')
  await page.getByLabel('Company website').fill(HOST)
  await page.getByLabel('Yearly sales').selectOption('$1M - $5M')
  await page.getByLabel('Do you work with an affiliate platform?').selectOption('No')
  await page.getByLabel('What would you like to reach?').fill('People with gardens')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send application' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You')
}

/** What the network and the brand agreed: the brand pays by monthly invoices. */
async function agreeOnBrand(): Promise<void> {
  await network.query(async (db) => {
    const { id: advertiserId } = await findBrand(db)
    await setBilling(systemContext(db, 'e2e', network.now), { advertiserId, mode: 'postpaid', creditLimit: CREDIT })
  })
}

function findBrand(db: Db) {
  return db.selectFrom('advertiser').select('id').where('name', '=', 'Gardens').executeTakeFirstOrThrow()
}

/** Takes every step of the set-up, with a host that is proved by its file and a test order, and opens the programme. */
async function openProgram(page: Page): Promise<void> {
  await fillCompany(page)
  await proveHost(page)
  await setTerms(page)
  const token = await prepareTest(page)
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

/** Lets the brand check the proof on a node whose outbound client reaches the web server of the test. */
async function proveHost(page: Page): Promise<void> {
  let token = ''
  const site = await serve((_request, response) => response.end(token))
  const port = String(await findFreePort())
  const settings = { ...network.env, PORT: port, SITE_PORT: String(site.port) }
  const node = await startProcess('e2e/support/node-with-connector.ts', settings)
  try {
    await page.goto(`http://127.0.0.1:${port}/brand/hosts`)
    token = await page.getByLabel('Token').inputValue()
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByText('The file was found.')).toBeVisible()
  } finally {
    await node.stop()
    site.close()
  }
  await page.goto('/brand')
}

/** Asks to join the programme as the demo publisher. */
async function requestJoin(publisher: Page): Promise<void> {
  await publisher.goto('/advertisers?keyword=Gardens')
  await publisher.getByRole('row').getByRole('link', { name: 'Join Gardens' }).click()
  await publisher.getByLabel('Message').fill('We write about gardens')
  await publisher.getByRole('dialog').getByRole('button', { name: 'Join' }).click()
  await expect(publisher.getByRole('table', { name: 'Advertisers' }).getByText('Pending')).toBeVisible()
}

/** Asks the publisher a question, reads its answer, and approves the request by its key. */
async function approveJoin(page: Page, publisher: Page): Promise<void> {
  await page.goto('/brand/publishers/requests')
  await page.getByRole('table', { name: 'Join requests' }).getByRole('row').getByRole('link').click()
  const drawer = page.getByRole('dialog').first()
  await expect(drawer).toContainText('We write about gardens')
  await drawer.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByRole('textbox', { name: 'Question' }).fill('Which gardens?')
  await page.getByRole('dialog', { name: /^Ask/ }).getByRole('button', { name: 'Ask a question' }).click()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()

  await publisher.goto('/advertisers?keyword=Gardens')
  await expect(publisher.getByText('Gardens asks: Which gardens?')).toBeVisible()
  await publisher.getByRole('button', { name: 'Answer' }).click()
  await publisher.getByLabel('Your answer').fill('Those of the north')
  await publisher.getByRole('button', { name: 'Send answer' }).click()
  await expect(publisher.getByText('Your answer was sent.')).toBeVisible()

  await page.goto('/brand')
  await page.getByRole('main').getByRole('link', { name: '1 publisher waits to join' }).click()
  await page.getByRole('table', { name: 'Join requests' }).getByRole('row').getByRole('link').click()
  await expect(page.getByText('Those of the north')).toBeVisible()
  await page.keyboard.press('a')
  await page
    .getByRole('dialog', { name: /^Approve/ })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(page.getByText('has joined.')).toBeVisible()
  await page.goto('/brand/publishers')
  await page.getByRole('table', { name: 'Publishers' }).getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText('Those of the north')).toBeVisible()
  await page.goto('/brand/publishers/find?sort=clicks')
  await expect(page.getByRole('table', { name: 'Find publishers' })).toContainText('orders per 100 clicks')
}

/** Makes a tracking link to the shop as the demo publisher. */
async function makeLink(publisher: Page): Promise<string> {
  await publisher.goto('/custom_link')
  await publisher.getByLabel('Address of the page').fill(`http://${HOST}/`)
  await publisher.getByRole('button', { name: 'Create link' }).click()
  const link = await publisher.getByLabel('Tracking link').inputValue()
  await publisher.context().close()
  return link
}

async function openAs(browser: Browser, role: 'publisher' | 'operator'): Promise<Page> {
  const context = await browser.newContext({ baseURL: network.url })
  const page = await context.newPage()
  await answerCookies(page)
  await logIn(page, '/login-creator', demo[role])
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  return page
}

async function order(link: string): Promise<string> {
  const { orderId, reported } = await buy(visitors, link)
  expect(reported).toBe('recorded')
  return orderId
}

/** Sets the clock of the network and of the browser forward, and logs the brand in again. */
async function passDays(page: Page, days: number): Promise<void> {
  await network.moveTo(new Date(network.now.getTime() + days * DAY_MS))
  await page.context().clearCookies()
  await answerCookies(page)
  const path = new URL(page.url()).pathname
  await page.clock.install({ time: network.now })
  await logIn(page, `/login-advertiser?next=${path}`, { email: EMAIL, password: PASSWORD })
  await page.waitForURL(`**${path}`)
}

/** Waits until the invoice of the month is issued, and pays it: the payment arrives in a statement of the bank. */
async function payInvoice(page: Page): Promise<void> {
  const { now } = network
  await passDays(page, (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2) - now.getTime()) / DAY_MS)
  await network.runJobs('cover-orders', 'invoices')
  await page.goto('/brand/billing')
  const row = page.getByRole('row').filter({ hasText: 'INV-' })
  await expect(row).toContainText('Open')
  const [number = ''] = /INV-\d+/.exec(await row.innerText()) ?? []
  const [amount = ''] = /(?<=\$)[\d.]+/.exec(await row.innerText()) ?? []
  await network.query((db) =>
    fetchBankFile(systemContext(db, 'bank-file', network.now), {
      client: { get: async () => ({ status: 200, url: '', body: makeStatement({ number, amount }) }) },
      url: 'https://bank.example/statement',
    }),
  )
  await page.reload()
  await expect(row).toContainText('Paid')
}

/** The statement of a bank (camt.053) with the payment of an invoice. */
function makeStatement({ number, amount }: { number: string; amount: string }): string {
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr/><Stmt>
    <Id>S1</Id>
    <Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>${toDay(network.now)}</Dt></BookgDt><AcctSvcrRef>R1</AcctSvcrRef><NtryDtls><TxDtls>
      <RmtInf><Ustrd>${number}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
  </Stmt></BkToCstmrStmt></Document>`
}
