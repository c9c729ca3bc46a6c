import { expect } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { test } from './support/shared-context.ts'
import { logInAs } from './support/sign-in.ts'

test('compares a range that a publisher chooses, by sub id, and downloads it', async ({ page }) => {
  await logInAs(page, 'publisher')
  await page.goto('/performance/sub_id_report')
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('button', { name: 'Last 30 days' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/begin=/)
  await page.getByRole('link', { name: 'Compare with the period before' }).click()
  await expect(page.getByRole('link', { name: 'Stop comparing' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'linen-that-lasts' })).toBeVisible()
  await expectAccessible(page)
  const link = page.getByRole('link', { name: 'Download CSV' })
  const file = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(await file.text()).toMatch(/^\uFEFFsub_id,click_count,total_transactions,epc,commission\r\n/)
})

test('puts bars in place of rows while others load, and nothing jumps', async ({ page }) => {
  await logInAs(page, 'publisher')
  await page.goto('/performance/advertiser_report')
  const cell = page.locator('tbody td').first()
  const measure = () =>
    page.locator('tr').evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
  const heights = await measure()
  let answer = () => {}
  const isHeld = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/advertiser_report.data*', async (route) => {
    await isHeld
    await route.continue()
  })
  await page.getByRole('link', { name: 'Commission' }).click()
  await expect(page.locator('[aria-busy=true] table')).toBeVisible()
  await expect(cell).toHaveCSS('visibility', 'hidden')
  // A fast answer comes before the bars.
  await expect(cell).toHaveCSS('transition-delay', '0.15s')
  await expect.poll(() => cell.evaluate((element) => getComputedStyle(element, '::after').visibility)).toBe('visible')
  expect(await measure()).toEqual(heights)
  // Another order of the rows leaves the totals; the chart draws other figures.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(2)
  answer()
  await expect(cell).toHaveCSS('visibility', 'visible')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
})

test('says in the charts which day is not over', async ({ page }) => {
  await logInAs(page, 'publisher')
  await page.goto('/performance/daily_report')
  await expect(page.getByRole('figure').getByText('Day not over')).toBeVisible()
})

test('remembers the sort order and the page size of a report, and lets the address win', async ({ page }) => {
  await logInAs(page, 'publisher')
  await page.goto('/home')
  // The notice was not answered, and yet the console does not ask.
  await expect(page.getByRole('region', { name: 'Cookie choices' })).toHaveCount(0)
  await page.locator('summary:visible').filter({ hasText: 'Publisher' }).click()
  await page.getByRole('link', { name: 'Cookie choices' }).click()
  await page.getByRole('button', { name: 'Remember these too' }).click()
  await page.goto('/performance/advertiser_report')
  await page.getByLabel('Sort by').selectOption('commission')
  await expect(page.getByRole('heading', { name: 'Commission by advertiser' })).toBeVisible()
  await page.getByLabel('Rows per page').selectOption('50')
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('sort=commission&page_size=50')
  await page.goto('/performance/advertiser_report?page_size=30')
  await expect(page.getByLabel('Sort by')).toHaveValue('commission')
  await expect(page.getByLabel('Rows per page')).toHaveValue('30')
})

test('counts the orders of a brand by either day, and says how both totals come about', async ({ page }) => {
  await logInAs(page, 'advertiser')
  await page.goto('/brand/reports?group=day')
  const line = page.getByText(/orders? from clicks in these \d+ days/)
  const total = page.getByRole('link', { name: 'Transactions of Total' }).first()
  const readTotals = async () => {
    const text = (await line.innerText()).replaceAll(',', '')
    const [clicked, placed, both, later, earlier] = [
      / (\d+) orders? from/,
      /(\d+) orders? placed/,
      /(\d+) in both/,
      /(\d+) placed later/,
      /(\d+) from earlier/,
    ].map((part) => Number(part.exec(text)?.[1]))
    return { clicked, placed, both, later, earlier, total: Number((await total.innerText()).replaceAll(',', '')) }
  }
  const expectSum = async (of: 'clicked' | 'placed') => {
    // The explanation follows the report within a minute.
    await expect(async () => {
      await page.reload()
      const read = await readTotals()
      expect(read[of]).toBe(read.total)
    }).toPass()
    const { clicked, placed, both = 0, later = 0, earlier = 0 } = await readTotals()
    expect([clicked, placed]).toEqual([both + later, both + earlier])
    expect(both).toBeGreaterThan(0)
  }
  await expectSum('clicked')
  await expect(page.getByText('Orders, order value and cost count by click day.')).toBeVisible()
  await expect(page.getByRole('figure').getByText('Day not over')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Conversion rate' })).toBeVisible()
  await page.getByLabel('Orders count by').focus()
  await page.keyboard.press('ArrowDown')
  await page.waitForURL(/date_type=transaction_date/)
  await expect(page.getByRole('heading', { name: 'Order value by order day' })).toBeVisible()
  await expectSum('placed')
  await expect(page.getByRole('columnheader', { name: 'Conversion rate' })).toHaveCount(0)
  await page.getByLabel('Rows', { exact: true }).selectOption('publisher')
  await page.waitForURL(/group=publisher/)
  await expect(page.getByLabel('Orders count by')).toHaveValue('transaction_date')
  const file = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  expect(file).toContain('date_type=transaction_date')
})
