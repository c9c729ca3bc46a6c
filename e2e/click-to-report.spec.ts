import { spawnSync } from 'node:child_process'
import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { createPostbackSecret, revokePostbackSecret } from '#domains/people/advertisers/commands.ts'
import { testContext } from '#test/support/context.ts'
import { findFreePort } from '../test/support/network.ts'
import { expectAccessible } from './support/accessible.ts'
import { openOwnDatabase } from './support/own-database.ts'
import { payForOrders } from './support/payout.ts'
import { getOwnNetwork } from './support/networks.ts'
import { test } from './support/shared-context.ts'
import { startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'
import { demo, logInAs } from './support/sign-in.ts'
import { userAgent } from './support/user-agent.ts'

let shop: Shop
let secret: Awaited<ReturnType<typeof makeSecret>>

/** Differs in each run, so that the tests can run again on the same network. */
const subId = `walk-${Date.now().toString(36)}`

test.beforeAll(async ({ baseURL }) => {
  secret = await makeSecret()
  shop = await startShop({ port: await findFreePort(), networkUrl: baseURL ?? '', token: secret.token })
})
test.afterAll(async () => {
  await shop.stop()
  // Another spec counts the secrets of the shop.
  const db = openOwnDatabase()
  await revokePostbackSecret(testContext(db, 'e2e'), secret)
  await db.destroy()
})

test('turns a click on a tracking link into a commission that is confirmed and covered', async ({
  browser,
  page: publisher,
}) => {
  await logInAs(publisher, 'publisher')
  const before = await readReport(publisher)

  const link = await makeLink(publisher, `${shop.url}/products/morning-oolong?colour=green#brew`)
  await loadUnseen(browser, link)
  const orderId = await buy(browser, link)

  await publisher.goto(`/hits?sub_id=${subId}`)
  await expect(publisher.getByRole('row', { name: 'Not opened' })).toHaveCount(UNSEEN.length + 1)
  await expect(publisher.getByRole('row', { name: 'Counts as a click' })).toHaveCount(1)
  await expect
    .poll(() => readReport(publisher))
    .toEqual({
      clicks: before.clicks + 1,
      transactions: before.transactions + 1,
      commission: before.commission + 19_600,
    })
  const pending = await findTransaction(publisher, '/transactions?', orderId)
  await expect(pending).toContainText('Leaf & Kettle')
  await expect(pending).toContainText('$24.50')
  await expect(pending).toContainText('$1.96')
  await expect(pending).toContainText('Pending')

  const operator = await (await browser.newContext()).newPage()
  await logInAs(operator, 'operator')
  await confirm(operator, orderId)
  await publisher.request.get('/postback', { params: { token: secret.token, order_id: orderId, status: 'refunded' } })

  const confirmed = await findTransaction(publisher, '/transactions?', orderId)
  await expect(confirmed).toContainText('Confirmed')
  await confirmed.getByRole('link', { name: orderId }).click()
  await expect(publisher.getByText('Commission credited $1.96')).toBeVisible()
  const rejected = publisher.getByRole('listitem').filter({ hasText: 'Postback rejected' })
  await expect(rejected).toContainText('The postback carries no click_id.')

  await payForOrders(operator, subId)
  await expectAccessible(operator)
  await operator.context().close()
  await seeAsAdvertiser(browser, orderId)
  const env = { ...process.env, DATA_DIR: getOwnNetwork().dataDir }
  const ledgerCheck = spawnSync(process.execPath, ['src/main.ts', 'check-ledger'], { encoding: 'utf8', env })
  expect(ledgerCheck.status, ledgerCheck.stdout + ledgerCheck.stderr).toBe(0)
})

test('reports no order of a visitor without a tracking link', async ({ browser }) => {
  const context = await browser.newContext({ userAgent })
  const page = await context.newPage()
  await page.goto(`${shop.url}/products/bamboo-whisk`)
  await page.getByRole('button', { name: 'Buy now' }).click()
  await expect(page.locator('#reported')).toHaveText('not referred')
  await context.close()
})

/** Makes a secret for the demo shop, because nothing holds the token of its first one any more. */
async function makeSecret() {
  const db = openOwnDatabase()
  const { advertiserId } = await db
    .selectFrom('teamMember')
    .select('advertiserId')
    .where('email', '=', demo.advertiser.email)
    .executeTakeFirstOrThrow()
  const { secretId, token } = await createPostbackSecret(testContext(db, 'e2e'), { advertiserId })
  await db.destroy()
  return { advertiserId, secretId, token }
}

async function makeLink(publisher: Page, url: string): Promise<string> {
  await publisher.goto('/custom_link')
  await publisher.getByLabel('Address of the page').fill(url)
  await publisher.getByText('Sub IDs (optional)').click()
  await publisher.getByLabel('Sub ID 1').fill(subId)
  await publisher.getByRole('button', { name: 'Create link' }).click()
  return publisher.getByLabel('Tracking link').inputValue()
}

/** Elements of a page that load an address which the visitor does not open. */
const UNSEEN = ['iframe', 'img', 'script'] as const

/** Shows a visitor a page that loads the link by hidden elements and a fetch, as a cookie stuffer does. */
async function loadUnseen(browser: Browser, link: string): Promise<void> {
  const context = await browser.newContext({ userAgent })
  const visitor = await context.newPage()
  await visitor.goto(shop.url)
  await visitor.evaluate(
    async ({ url, names }) => {
      const loads = names.map((name) => {
        const element = document.createElement(name)
        element.hidden = true
        element.src = url
        document.body.append(element)
        return new Promise((resolve) => {
          element.addEventListener('load', resolve)
          element.addEventListener('error', resolve)
        })
      })
      await Promise.all([...loads, fetch(url, { mode: 'no-cors' })])
    },
    { url: link, names: UNSEEN },
  )
  await context.close()
}

/** Follows the link as a visitor with a separate browser and buys; returns the order id. */
async function buy(browser: Browser, link: string): Promise<string> {
  const context = await browser.newContext({ userAgent })
  const visitor = await context.newPage()
  await visitor.goto(link)
  const landing = new URL(visitor.url())
  expect(landing.origin + landing.pathname).toBe(`${shop.url}/products/morning-oolong`)
  expect(landing.searchParams.get('colour')).toBe('green')
  expect(landing.searchParams.get('afsrc')).toBe('1')
  expect(landing.searchParams.get('click_id')).toMatch(/^[\w-]{30,}$/)
  expect(landing.hash).toBe('#brew')
  await visitor.getByRole('button', { name: 'Buy now' }).click()
  await expect(visitor.locator('#reported')).toHaveText('recorded')
  const orderId = await visitor.locator('#order').innerText()
  await context.close()
  return orderId
}

async function confirm(operator: Page, orderId: string): Promise<void> {
  const row = await findTransaction(operator, '/operator/transactions?status=ALL&', orderId)
  await row.getByRole('checkbox').check()
  await operator.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(row).toContainText('Confirmed')
  await operator.getByRole('link', { name: 'Hits', exact: true }).click()
  await expect(operator.getByRole('row', { name: 'Not opened' })).toContainText(/\d%/)
  await expectAccessible(operator)
}

/** Reads what the advertiser sees: its order, and the payment that covered it. */
async function seeAsAdvertiser(browser: Browser, orderId: string): Promise<void> {
  const context = await browser.newContext()
  const advertiser = await context.newPage()
  await logInAs(advertiser, 'advertiser')
  const row = await findTransaction(advertiser, '/brand/transactions?', orderId)
  await expect(row).toContainText('Confirmed')
  await advertiser.goto('/brand/billing')
  await expect(advertiser.getByRole('row').filter({ hasText: subId })).toContainText('$500.00')
  await context.close()
}

async function findTransaction(page: Page, list: string, orderId: string) {
  await page.goto(`${list}keyword=${orderId}`)
  return page.getByRole('row').filter({ hasText: orderId })
}

/** Reads the totals of the performance report by site; the commission in 1/10,000. */
async function readReport(page: Page) {
  await page.goto('/performance/site_report')
  const cells = await page.getByRole('row').filter({ hasText: 'Total' }).getByRole('cell').allInnerTexts()
  const [clicks = 0, transactions = 0, , commission = 0] = cells
    .slice(-4)
    .map((text) => Number(text.replaceAll(/[$,]/g, '')))
  return { clicks, transactions, commission: Math.round(commission * 10_000) }
}
