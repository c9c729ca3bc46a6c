import { expect } from '@playwright/test'
import { BROWSER } from '#test/support/click-fixtures.ts'
import { expectAccessible } from './support/accessible.ts'
import { test } from './support/shared-context.ts'
import { logInAs } from './support/sign-in.ts'

/** A host that an advertiser of the demo data declared, which the demo publisher has joined. */
const shop = 'http://localhost:4010/products/white-peony'

test('makes links to many pages at once, with an answer for each @phone', async ({ page, request }) => {
  await logInAs(page, 'publisher')
  await page.goto('/custom_link')
  await page.getByLabel('Address of the page').fill(`${shop}\nhttps://elsewhere.example/a\nnot an address`)
  await page.getByText('Sub IDs (optional)').click()
  await page.getByLabel('Sub ID 1').fill('many at once')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('1 of 3 addresses have a link')).toBeVisible()
  await expect(page.getByLabel('Address of the page')).toHaveValue(/elsewhere\.example/)
  await expect(page.getByText('Unknown shop')).toBeVisible()
  await expect(page.getByText('This is not a complete address.')).toBeVisible()

  const link = page.getByLabel('Tracking link')
  await expect(link).toHaveValue(/\/r\?key=[a-z0-9]{16}&id=many%20at%20once&url=http/)
  await page.getByLabel('Short form').check()
  await expect(link).toHaveValue(/\/r\/[a-z0-9]{16}\?id=many%20at%20once&url=http/)
  const { pathname, search } = new URL(await link.inputValue())
  const answer = await request.get(pathname + search, { maxRedirects: 0 })
  expect([answer.status(), answer.headers()['location']?.startsWith(shop)]).toEqual([302, true])

  await page.getByRole('listitem').getByRole('button', { name: 'QR code' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the tracking link' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download SVG' })).toHaveAttribute('download', 'qr-localhost-4010.svg')
  const png = page.getByRole('link', { name: 'Download PNG' })
  await expect(png).toHaveAttribute('download', 'qr-localhost-4010.png')
  await expect(png).toHaveAttribute('href', /^data:image\/png;base64,.{500}/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const row = page.getByRole('row').filter({ hasText: 'many at once' }).filter({ hasText: 'white-peony' })
  await row.getByRole('link', { name: 'Edit' }).click()
  await page.waitForURL(/url=/)
  await expect(page.getByLabel('Address of the page')).toHaveValue(shop)
  await expect(page.getByLabel('Sub ID 1')).toHaveValue('many at once')
  await expect(page.getByText('Earns commission')).toBeVisible()
})

test('joins the programme of a pasted address, and makes the link', async ({ page }) => {
  await logInAs(page, 'publisher')
  await page.goto('/custom_link')
  await page.getByLabel('Address of the page').fill('https://sportchek.ca/skates')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('Not joined', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Join Sport Chek' }).click()
  const dialog = page.getByRole('dialog', { name: 'Join Sport Chek?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(page.getByText('You have joined the programme, and your links earn from now on.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Earns commission')).toBeVisible()
  await expect(page.getByLabel('Tracking link')).toHaveValue(/url=https%3A%2F%2Fsportchek\.ca%2Fskates$/)
})

test('opens with the address of the page on which the bookmark is pressed', async ({ page }) => {
  await logInAs(page, 'publisher')
  await page.goto('/installation?mode=bookmark&url=http%3A%2F%2Flocalhost%3A4010%2Ftea')
  await expect(page.getByText('data-key')).toHaveCount(0)
  const code = await page.getByLabel('Address of the bookmark').inputValue()
  const [, address = ''] =
    /^javascript:void\(open\('([^']+)'\+encodeURIComponent\(location\.href\)\)\)$/.exec(code) ?? []
  const bookmark = page.getByRole('link', { name: 'Link with' })
  await expect(bookmark).toHaveAttribute('href', code)
  await bookmark.click()
  await expect(page.getByText('Drag the button to your bookmarks bar.')).toBeVisible()
  await expect(page.getByText('Without a bookmarks bar')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/installation')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/custom_link?*')
  await expect(page.getByLabel('Tracking link')).toHaveValue(/url=http%3A%2F%2Flocalhost%3A4010%2Ftea$/)
  expect(new URL(page.url()).searchParams.get('key')).toBe(new URL(address).searchParams.get('key'))
  const row = page.getByRole('row').filter({ hasText: /localhost:4010\s*\/tea/ })
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
  await expect(row).toHaveCount(1)
})

test('makes a short link, counts the visit on it, and deletes it', async ({ page, request }) => {
  await logInAs(page, 'publisher')
  await page.goto('/custom_link')
  await page.getByLabel('Address of the page').fill(`${shop}?from=print`)
  await page.getByText('Short link (optional)').click()
  await page.getByLabel('Ending').fill('Login')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('alert').getByText('Visitors would take this for a page of the network.')).toBeVisible()
  await page.getByLabel('Ending').fill('White-Peony')
  await page.getByRole('button', { name: 'Create link' }).click()
  const made = page.getByLabel('Short link', { exact: true })
  await expect(made).toHaveValue(/\/s\/white-peony$/)
  await expectAccessible(page)
  const { pathname } = new URL(await made.inputValue())
  const visit = () => request.get(pathname, { maxRedirects: 0, headers: { 'User-Agent': BROWSER } })
  const answer = await visit()
  expect([answer.status(), answer.headers()['location']?.startsWith(`${shop}?from=print&`)]).toEqual([302, true])

  await page.goto('/custom_link')
  const row = page.getByRole('row').filter({ hasText: '/s/white-peony' })
  const clicks = row.getByRole('cell').nth(2)
  // While the database does not answer in time, a click waits in the spool.
  await expect
    .poll(async () => {
      await page.reload()
      return clicks.textContent()
    })
    .toBe('1')
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete short link' }).click()
  await expect(row).toHaveCount(0)
  await expect.poll(async () => (await visit()).status()).toBe(404)
})
