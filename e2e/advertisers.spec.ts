import { expect } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { test } from './support/shared-context.ts'
import { logInAs } from './support/sign-in.ts'

test('shows what the network measured, recommends advertisers in a carousel, and downloads the list', async ({
  page,
}) => {
  await logInAs(page, 'publisher')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/advertisers')
  const carousel = page.getByRole('region', { name: 'Recommended for you' })
  const slideWidth = () =>
    carousel
      .locator('li')
      .first()
      .evaluate((slide) => slide.clientWidth / (slide.parentElement?.clientWidth ?? 1))
  await expect.poll(slideWidth).toBeCloseTo(1 / 4, 1)
  const dots = page.getByRole('button', { name: /^Position/ })
  await expect(dots.first()).toBeVisible()
  await dots.nth(2).click()
  await expect(dots.nth(2)).toHaveAttribute('aria-current', 'true')
  await carousel.hover()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1441, height: 900 })
  await expect.poll(slideWidth).toBeCloseTo(1 / 5, 1)

  const row = page.locator('tbody tr').first()
  await expect(row).toContainText(/\$\d+\.\d\d/)
  await expect(row).toContainText(/\d clicks/)
  const address = (await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? ''
  const file = await page.request.get(address)
  expect(await file.text()).toContain('advertiser_id,advertiser,website')
})

test('opens the regions and the promotions of an advertiser, each with its own address', async ({ page }) => {
  await logInAs(page, 'publisher')
  await page.goto('/advertisers?keyword=Leaf')
  await page.getByRole('link', { name: 'Promotions', exact: true }).last().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('Promotions of Leaf & Kettle')
  await dialog.getByLabel('Title or description').fill('no such promotion')
  await dialog.getByRole('button', { name: 'Filter' }).click()
  await expect(dialog.getByText('This advertiser has no promotion at the moment.')).toBeVisible()
  await expect(page).toHaveURL(/promotion_text=no\+such\+promotion/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\?keyword=Leaf$/)
  await page.getByRole('row').getByRole('link', { name: 'Leaf & Kettle' }).click()
  await expect(dialog.getByRole('row', { name: /localhost:4010/ })).toContainText('Global')
})
