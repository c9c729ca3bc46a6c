import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { demo } from './support/sign-in.ts'
import { watchReports } from './support/watch-reports.ts'

const PATHS = ['/', '/merchants', '/help?q=pay&utm_source=news', '/privacy-policy']

/** Opens a kept page; fails when it was rendered for this visitor alone. */
async function openKept(page: Page, path: string): Promise<void> {
  const response = await page.goto(path)
  expect(response?.headers()['etag'], path).toMatch(/^W\//)
  expect(response?.headers()['content-security-policy'], path).not.toMatch(/script-src[^;]*nonce-/)
}

for (const [locale, scheme, tag] of [
  ['en', 'light', ''],
  ['zh', 'dark', ' @phone'],
] as const) {
  test(`kept pages work within their policy, ${locale}, ${scheme}${tag}`, async ({ page, context, baseURL }) => {
    const reports = await watchReports(context)
    const cookie = { url: baseURL ?? '' }
    await context.addCookies([
      { ...cookie, name: 'tandem_locale', value: locale },
      { ...cookie, name: 'tandem_consent', value: 'all' },
      { ...cookie, name: 'tandem_scheme', value: scheme },
    ])
    for (const path of PATHS) {
      await openKept(page, path)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    }
    // The dialog works only after hydration, and brings styles of its own.
    await openKept(page, '/#login')
    await expect(page.getByRole('dialog').locator('[name=email]')).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
    expect(reports).toEqual([])
  })
}

test('the answer to the cookie notice, the language and the login show at once', async ({ page, context }) => {
  const reports = await watchReports(context)
  await openKept(page, '/')
  const notice = page.locator('#cookies')
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Only what is needed' }).click()
  await openKept(page, '/')
  await expect(notice).toBeHidden()

  const footer = page.getByRole('contentinfo')
  await footer.locator('summary').click()
  await footer.getByRole('button', { name: '中文' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
  await openKept(page, '/about-us')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
  await footer.locator('summary').click()
  await footer.getByRole('button', { name: 'United States' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')

  await page.goto('/#login')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill(demo.publisher.email)
  await dialog.locator('[name=password]').fill(demo.publisher.password)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/home')
  const signedIn = await page.goto('/')
  expect(signedIn?.headers()['cache-control']).toBe('no-store')
  await expect(page.locator('header a[href="/home"]').first()).toBeAttached()
  await page.goto('/advertisers')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)

  await page.goto('/home')
  await page
    .locator('form[action="/log-out"]')
    .first()
    .evaluate((form: HTMLFormElement) => form.submit())
  await page.waitForURL((url) => url.pathname === '/')
  await openKept(page, '/')
  await expect(page.locator('header a[href="/home"]')).toHaveCount(0)
  expect(reports).toEqual([])
})
