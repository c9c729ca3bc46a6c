import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { getOwnNetwork } from './support/networks.ts'
import { test } from './support/shared-context.ts'
import { logInAs } from './support/sign-in.ts'

const consent = { name: 'tandem_consent', value: 'all' }

/** The large lists of each role. */
const lists: [Parameters<typeof logInAs>[1], string[]][] = [
  ['publisher', ['/transactions?begin=2026-01-01', '/hits', '/promotions', '/advertisers', '/claims', '/payments']],
  [
    'advertiser',
    ['/brand/orders', '/brand/transactions', '/brand/promotions', '/brand/publishers/find', '/brand/tracking'],
  ],
  [
    'operator',
    ['/operator/transactions', '/operator/accounts', '/operator/join-requests', '/operator/money/advertisers'],
  ],
]

/** The height of the highest row of the tables of a page. */
async function measureRows(page: Page, path: string): Promise<number> {
  await page.goto(path)
  const rows = page.locator('main tbody tr')
  await expect(rows.first(), path).toBeVisible()
  return rows.evaluateAll((all) => Math.max(...all.map((row) => row.getBoundingClientRect().height)))
}

test('a row of a list has at most two lines, and one in compact lists', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const [role, paths] of lists) {
    await logInAs(page, role)
    for (const [density, highest] of [
      ['comfortable', 72],
      ['compact', 44],
    ] as const) {
      await page.context().addCookies([{ name: 'tandem_density', value: density, url: getOwnNetwork().baseURL }])
      for (const path of paths) {
        expect(await measureRows(page, path), `${path}, ${density}`).toBeLessThanOrEqual(highest)
      }
    }
  }
})

test('a cell that cuts its text off has the whole as its title', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAs(page, 'publisher')
  await page.goto('/hits')
  const cell = page.getByRole('cell', { name: 'Counts as a click' }).first()
  await cell.hover()
  await expect(cell).toHaveAttribute('title', 'Counts\nCounts as a click and can earn a commission.')
  const time = page.getByRole('rowheader').first()
  await time.hover()
  await expect(time).toHaveAttribute('title', '')
})

test('the density is chosen by keyboard, holds for all lists, and is kept with consent', async ({ page }) => {
  await logInAs(page, 'publisher')
  const html = page.locator('html')
  const compact = page.getByRole('button', { name: 'Compact rows' })
  const comfortable = page.getByRole('button', { name: 'Comfortable rows' })
  await page.goto('/hits')
  await compact.press('Enter')
  await expect(comfortable).toBeFocused()
  await expect(compact).toBeHidden()
  await expect(html).toHaveAttribute('data-density', 'compact')
  await page.reload()
  await expect(html).toHaveAttribute('data-density', 'comfortable')

  await page.context().addCookies([{ ...consent, url: getOwnNetwork().baseURL }])
  await compact.press('Enter')
  await page.getByRole('link', { name: 'Transactions' }).click()
  await expect(comfortable).toBeVisible()
  const answer = await page.request.get('/promotions')
  expect(await answer.text()).toMatch(/<html[^>]* data-density="compact"/)
  await comfortable.press('Enter')
  await page.reload()
  await expect(compact).toBeVisible()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the density is chosen with a form, where it can be kept', async ({ page }) => {
    await logInAs(page, 'publisher')
    await page.goto('/hits')
    await expect(page.getByRole('button', { name: 'Compact rows' })).toBeHidden()
    await page.context().addCookies([{ ...consent, url: getOwnNetwork().baseURL }])
    await page.goto('/hits?page_size=20')
    await page.getByRole('button', { name: 'Compact rows' }).click()
    await expect(page).toHaveURL(/\/hits\?page_size=20$/)
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  })
})

test('the first advertisers of the directory are seen without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAs(page, 'publisher')
  await page.goto('/advertisers')
  const row = page.locator('main tbody tr').nth(2)
  const { y = 0, height = 0 } = (await row.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(900)
})

test('a row of the directory, of sites and of hits has two lines @phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(page, 'publisher')
  for (const path of ['/advertisers', '/account#sites', '/hits', '/transactions']) {
    await page.goto(path)
    const rows = page.locator('main tbody tr:visible')
    await expect(rows.first(), path).toBeVisible()
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(Math.max(...heights), path).toBeLessThanOrEqual(96)
  }
})

test('the button of the filters begins their line in a list without tools @phone', async ({ page }) => {
  await logInAs(page, 'advertiser')
  await page.goto('/brand/orders')
  expect((await page.getByRole('button', { name: 'Filters' }).boundingBox())?.x).toBeLessThan(60)
})
