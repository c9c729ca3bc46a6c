import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { test } from './support/shared-context.ts'
import { openOwnDatabase } from './support/own-database.ts'
import { demo, logInAs } from './support/sign-in.ts'

test.beforeEach(({ page }) => logInAs(page, 'publisher'))

/** The last year, as it was when the tests began. */
const year = getLastYear(new Date())

function getLastYear(now: Date): string {
  const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  return `begin=${day(365)}&end=${day(0)}`
}

test('opens the timeline of a transaction from its row, and leads back to the filtered list', async ({ page }) => {
  await page.goto(`/transactions?${year}`)
  // The choice sends the form. A second submission would cut the first, which the watch on scripts reports.
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Cancelled')
  await page.waitForURL(/status=CANCELLED/)
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('Cancelled')
  await expectAccessible(page)
  // The link of a row covers the row.
  await row.click()
  const dialog = page.getByRole('dialog')
  const orderTitle = dialog.getByRole('heading', { level: 2 }).first()
  await expect(orderTitle).toContainText('Order')
  for (const title of ['Click', 'Order reported', 'Cancelled']) {
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  }
  await expect(page.getByText('Counts as a click and can earn a commission.')).toBeVisible()
  await expect(page.getByText('Rule applied')).toBeVisible()
  await expectAccessible(page)
  // The address opens the drawer again, and leads to the next row.
  await page.reload()
  const title = await orderTitle.textContent()
  await dialog.getByRole('link', { name: 'Next' }).click()
  await expect(orderTitle).not.toHaveText(title ?? '')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row').nth(2).getByRole('link')).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('CANCELLED')
})

test('says first what an unpaid order waits for, and shows its timeline without scrolling', async ({ page }) => {
  await page.goto(`/transactions?${year}&keyword=${await findUndecidedOrder()}`)
  await page.getByRole('row').nth(1).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Waits for the brand's decision/)).toBeVisible()
  const met = dialog.getByText('We have known where to pay since')
  await expect(met).toBeHidden()
  await expect(dialog.getByRole('heading', { name: 'Order reported', exact: true })).toBeInViewport()
  await dialog.getByText(/^\d+ of \d+ met$/).click()
  await expect(met).toBeVisible()
  await expectAccessible(page)
})

/** Finds an order of the demo publisher that waits for its decision: other specs pay for the confirmed ones. */
async function findUndecidedOrder(): Promise<string> {
  const db = openOwnDatabase()
  const { orderRef } = await db
    .selectFrom('transaction as t')
    .innerJoin('publisher as p', 'p.id', 't.publisherId')
    .innerJoin('account as a', 'a.id', 'p.accountId')
    .innerJoin('transactionState as s', 's.transactionId', 't.id')
    .select('t.orderRef')
    .where('a.email', '=', demo.publisher.email)
    .where('s.status', '=', 'PENDING')
    .where('s.orderValue', 'is not', null)
    .where('s.holdReason', 'is', null)
    .orderBy('t.clickedAt', 'desc')
    .executeTakeFirstOrThrow()
  await db.destroy()
  return orderRef
}

test('downloads the list, and shows the last page for a page beyond the end', async ({ page }) => {
  await page.goto(`/transactions?${year}&status=CANCELLED&page_number=99999`)
  await expect(page.getByLabel('Pages').getByRole('listitem').last().locator('[data-off]')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('Cancelled')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const download = await downloading
  const [header, ...lines] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(header).toMatch(/^\uFEFFtransaction_id,order_id,event,/)
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.every((line) => line.includes(',CANCELLED,'))).toBe(true)

  await page.goto(`/transactions?${year}&keyword=no-such-order`)
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await page.waitForURL(({ search }) => search === `?${year}`)
  await page.goto('/transactions?begin=2020-01-01&end=2020-01-02')
  await expect(page.getByRole('main').getByRole('link', { name: 'Create a link' })).toBeVisible()
})

test('finds hits by verdict, and says why each does not count', async ({ page }) => {
  await page.goto('/hits', { waitUntil: 'commit' })
  const verdicts = page.getByRole('list', { name: 'Hits by verdict' })
  const served = await verdicts.elementHandle()
  await page.waitForLoadState('networkidle')
  // React takes the counts over from the server. If it drew them again, a click in that moment would be lost.
  expect(await served?.evaluate((list) => list.isConnected)).toBe(true)
  const [all = 0, counted = 0, others = 0] = await readCounts(page)
  expect(all).toBe(counted + others)
  let answer = () => {}
  const isHeld = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/hits.data*', (route) => isHeld.then(() => route.continue()))
  await verdicts.getByRole('link', { name: 'Bot' }).click()
  // Meanwhile the counts are as busy as the rows.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(2)
  answer()
  await page.waitForURL(/verdict=bot/)
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText("Does not count: the user agent belongs to a program, not to a person's browser.")
  await expectAccessible(page)
  await page.getByLabel('Click token').fill('not-a-token')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No hit has this click token')).toBeVisible()
  await page.goto(`/hits?${year}`)
  await expect(page.getByText('A hit search covers 7 days at most.')).toBeVisible()
})

test('shows each list in rows of two lines on a phone, which open where there is more @phone', async ({ page }) => {
  for (const path of [
    '/transactions',
    `/transactions?${year}&status=CANCELLED`,
    '/account#sites',
    '/advertisers',
    '/home',
    '/promotions',
    '/payments',
    '/performance/daily_report',
    '/performance/site_report',
    '/hits',
  ]) {
    await page.goto(path)
    const rows = page.locator('tbody tr').filter({ visible: true })
    await expect(rows.first()).toBeVisible()
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => ({ box: row.getBoundingClientRect(), text: (row as HTMLElement).innerText })),
    )
    expect(Math.max(...shown.map(({ box }) => box.width))).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    const tall = shown.filter(({ box }) => box.height >= 95).map(({ text }) => text)
    expect(tall, path).toEqual([])
    expect(await page.evaluate(listTooWide), path).toEqual([])
  }
  const row = page.getByRole('row').nth(1)
  const reason = row.getByText(/^(Counts as|Does not count)/)
  await expect(reason).toBeHidden()
  await row.getByLabel('More about this row').click()
  await expectAccessible(page)
  await expect(reason).toBeVisible()
  await page.goto('/performance/site_report?compare=1')
  expect(await page.evaluate(listTooWide)).toEqual([])
  await expect(page.getByRole('button', { name: /^Date range/ })).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('button', { name: /^Date range/ })).toBeVisible()
})

/** Lists what reaches beyond the right edge of the screen, of the page and of its tables. */
function listTooWide(): string[] {
  return [document.documentElement, ...document.querySelectorAll('table, [aria-busy], table *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .map((element) => element.outerHTML.slice(0, 80))
}

test('shows how far a long download is, cancels it, and says when it broke off', async ({ page }) => {
  const line = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, uploadThroughput: -1, downloadThroughput: 30_000 }
  await page.goto(`/transactions?${year}`)
  const download = page.getByRole('link', { name: 'Download CSV' })
  await line.send('Network.emulateNetworkConditions', slow)
  await download.click()
  await expect(page.getByRole('progressbar', { name: 'The file is downloading' })).toBeVisible()
  await expect(page.getByText(/^[\d,]+ of about [\d,]+ rows, [\d.]+ MB$/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  await line.send('Network.emulateNetworkConditions', { ...slow, downloadThroughput: -1 })
  await page.route('**/transaction/download*', (route) => route.abort())
  await download.click()
  await expect(page.getByRole('alert')).toContainText('The connection broke off, and no file was saved.')
  await expectAccessible(page)
  // The link begins anew, also while the card of the failure is open.
  const again = page.waitForRequest('**/transaction/download*')
  await download.click()
  await again
  await page.getByRole('link', { name: 'API documentation' }).click()
  await page.waitForURL('**/api_doc')
  await expect(page.getByRole('alert')).toContainText('The connection broke off')
  await page.unroute('**/transaction/download*')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Try again' }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/)
})

async function readCounts(page: Page): Promise<number[]> {
  const figures = page.locator('main dl dd')
  await expect(figures.first()).toHaveText(/\d/)
  return (await figures.allInnerTexts()).map((text) => Number(text.replaceAll(',', '')))
}

test('shows a test postback as a test that needs no correction', async ({ page }) => {
  await logInAs(page, 'advertiser')
  await page.goto('/brand/tracking')
  const row = page.getByRole('row').filter({ hasText: 'A test: everything is in order' }).first()
  await expect(row.getByText('Test', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: 'Correct and resend' })).toHaveCount(0)
})
