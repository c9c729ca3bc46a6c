import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { publicPages } from '../test/support/public-pages.ts'
import { answerCookies } from './support/applicant.ts'
import { findLayoutFlaws } from './support/layout-flaws.ts'
import { test } from './support/shared-context.ts'
import { logInAs } from './support/sign-in.ts'

/** One page of each kind behind the login: homes, lists, reports, queues, forms, a calendar and a guide. */
const ownPages: [Parameters<typeof logInAs>[1], string[]][] = [
  ['publisher', ['/home', '/transactions', '/performance/daily_report', '/account', '/claims/new', '/installation']],
  ['advertiser', ['/brand', '/brand/orders', '/brand/reports', '/brand/terms', '/brand/promotions/calendar']],
  ['operator', ['/operator/applications', '/operator/money', '/operator/transactions', '/operator/advertisers/1']],
]

/** Expects that the page, at the widths of a phone and of a tablet, has come to rest without a flaw. */
async function expectNoFlaws(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path)
  expect(answer?.status(), path).toBe(200)
  for (const width of [390, 768]) {
    await expect.poll(() => findLayoutFlaws(page, width), { message: `${path} at ${width}` }).toEqual([])
  }
}

test('shows all text of the public pages on phones and tablets', async ({ page }) => {
  await answerCookies(page)
  for (const path of publicPages) await expectNoFlaws(page, path)
})

test('shows all text of the pages behind the login on phones and tablets', async ({ page }) => {
  for (const [role, paths] of ownPages) {
    await logInAs(page, role)
    for (const path of paths) await expectNoFlaws(page, path)
    await expectWholeNavigation(page)
  }
})

/** Expects that all entries of the console's navigation are in sight in a window of 900 px. */
async function expectWholeNavigation(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  const navigation = page.getByRole('navigation', { name: 'Console' })
  expect(await navigation.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
}

test('finds a text below another, one cut off, one not sent, a title said twice, a wide page, a lost button', async ({
  page,
}) => {
  await page.setContent(`
    <div style="position: relative"><b>Covered</b><i style="position: absolute; inset: 0; background: red"></i></div>
    <p style="overflow: hidden; height: 1em; width: 20em; line-height: 3">Cut off</p>
    <div style="width: 900px">Wide</div>
    <p>programs.offers.title</p>
    <h1>Orders</h1><main><h2>Orders</h2></main>
    <button style="position: absolute; left: -99px; width: 50px">Lost</button>`)
  expect(await findLayoutFlaws(page, 390)).toEqual([
    'The page is 518 px wider than the window.',
    'Cut off: Cut off',
    'Covered: Covered',
    'Not sent: programs.offers.title',
    'Said twice: Orders',
    'Outside the page: <button style="position: absolute; left: -99px; width: 50px">Lost</button>',
  ])
})
