import { expect } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { test } from './support/shared-context.ts'
import { logInAs } from './support/sign-in.ts'
import { userAgent } from './support/user-agent.ts'
import { serve } from './support/web-page.ts'

/** Differs in each run, so that the tests can run again on the same network. */
const runId = Date.now().toString(36)
const code = `TEA${runId.toUpperCase()}`
const title = `Tea for two ${runId}`

test('lets an advertiser create a promotion, give its code to a site and end it', async ({ page }) => {
  await logInAs(page, 'advertiser')
  await page.goto('/brand/promotions')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New promotion' }).click()
  const drawer = page.getByRole('dialog', { name: 'New promotion' })
  await drawer.getByLabel('Title').fill(title)
  await drawer.getByRole('textbox', { name: 'Coupon code' }).fill(code)
  await drawer.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Food' }).click()
  await drawer.getByLabel('Address').fill('https://elsewhere.example/')
  await drawer.getByRole('button', { name: 'Create promotion' }).click()
  await expect(page.getByText('elsewhere.example is not among the declared hosts').first()).toBeVisible()
  await drawer.getByLabel('Address').fill('http://localhost:4010/products/morning-oolong')
  await drawer.getByRole('button', { name: 'Create promotion' }).click()
  await expect(page.getByRole('dialog', { name: title })).toContainText('The link has never been tested.')
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Site' }).fill('journal')
  await page.getByRole('option', { name: /Slow Morning Journal/ }).click()
  await page.getByRole('button', { name: 'Save owner' }).click()
  await expect(page.getByText('The coupon code belongs to this site from now on.')).toBeVisible()
  await page.goto(`/brand/promotions?keyword=${code}`)
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('Slow Morning Journal')
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText(code)
  await expectAccessible(page)
})

test('lets a publisher filter promotions and copy the code and the tracked link', async ({ page }) => {
  await logInAs(page, 'publisher')
  await page.goto('/promotions')
  await expectAccessible(page)
  await page.getByLabel('Advertiser').fill('Leaf')
  await page.getByLabel('Sort by').selectOption({ label: 'Coupon codes first' })
  await page.waitForURL(/sort=coupon/)
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('Your own code')
  // The button says so for a moment only, which the page itself does not miss.
  const copied = row.getByText('Copied').waitFor()
  await row.getByRole('button', { name: 'Copy code' }).click()
  await copied
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await row.getByRole('button', { name: 'Copy link' }).click()
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect(link.searchParams.get('promo')).toMatch(/^\d+$/)
  expect(link.searchParams.get('url')).toContain('/products/morning-oolong')
})

test('shows joined promotions of a category in a frame on any site, with links at top level', async ({
  page,
  browser,
}) => {
  await logInAs(page, 'publisher')
  await page.goto('/promotions')
  await page.getByRole('button', { name: 'Widget' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Food' }).click()
  const snippet = await dialog.getByLabel('Code for your page').inputValue()
  const { origin, href } = new URL(/src="([^"]+)"/.exec(snippet)?.[1] ?? '')

  const blog = await serve((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(
      `<!doctype html><title>Blog</title><link rel="icon" href="data:,"><h1>Blog</h1>${snippet}<p>The end</p>`,
    )
  })
  const visitor = await browser.newContext({ userAgent })
  try {
    const reader = await visitor.newPage()
    const answered = reader.waitForResponse((response) => response.url() === href)
    await reader.goto(blog.url)
    const headers = await (await answered).allHeaders()
    expect(headers['content-security-policy']).toContain('frame-ancestors *')
    expect([headers['x-frame-options'], headers['set-cookie']]).toEqual([undefined, undefined])
    for (const other of ['/', '/login-creator', '/widget', '/tracker/v1.js', '/api/v1/promotion/list']) {
      const answer = await fetch(origin + other)
      expect([other, answer.headers.get('x-frame-options')]).toEqual([other, 'DENY'])
    }
    const frame = reader.frameLocator('iframe')
    await expect(frame.locator('script, form, input, button, iframe')).toHaveCount(0)
    const shown = frame.getByRole('link', { name: title })
    await expect(shown).toContainText(code)
    const [left] = await Promise.all([
      reader.waitForRequest(/\/products\/morning-oolong\?click_id=[\w-]{30,}&afsrc=1$/),
      shown.click(),
    ])
    expect(left.frame()).toBe(reader.mainFrame())
    expect(await (await fetch(href.replace('Food', 'Sports'))).text()).not.toContain(title)
    expect(await visitor.cookies(origin)).toEqual([])

    await visitor.route(`${origin}/**`, (route) => route.abort())
    await reader.goto(blog.url)
    await expect(reader.getByText('The end')).toBeVisible()
  } finally {
    await visitor.close()
    blog.close()
  }
})

test('lets an operator import a file, and names the line of each error', async ({ page }) => {
  await logInAs(page, 'operator')
  await page.goto('/operator/promotions?keyword=Leaf')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Leaf & Kettle' }).first().click()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog')
  const send = async (row: string) => {
    const buffer = Buffer.from(`type,title,category,url\r\n${row}\r\n`)
    await dialog.locator('input[type=file]').setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer })
    await dialog.getByRole('button', { name: 'Import' }).click()
  }
  const foreign = Buffer.from(`Art;Name;Gruppe;Ziel\r\ndeal;Kettle;Kitchens;http://localhost:4010/\r\n`)
  const sendForeign = async () => {
    await dialog.locator('input[type=file]').setInputFiles({ name: 'f.csv', mimeType: 'text/csv', buffer: foreign })
    await dialog.getByRole('button', { name: 'Import' }).click()
  }
  await sendForeign()
  await expect(dialog.getByText('Still to choose: type, title, category, url')).toBeVisible()
  await expectAccessible(page)
  const columns = { type: 'Art (deal)', title: 'Name (Kettle)', category: 'Gruppe (Kitchens)' }
  for (const [name, label] of Object.entries(columns)) await dialog.getByLabel(name).selectOption({ label })
  await dialog.getByLabel('url').selectOption({ index: 4 })
  await dialog.getByRole('button', { name: 'Use these columns' }).click()
  await expect(dialog.getByRole('row', { name: /^Line 2 category/ })).toBeVisible()
  await sendForeign()
  await expect(
    dialog.getByText('Columns read as: type = Art, title = Name, category = Gruppe, url = Ziel'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Change columns' }).click()
  await expect(dialog.getByLabel('title')).toHaveValue('1')
  await send('deal,Kettle week,Kitchens,http://localhost:4010/')
  await expect(dialog.getByRole('row', { name: /^Line 2 category/ })).toBeVisible()
  await send(`deal,Kettle week ${runId},Home,http://localhost:4010/`)
  await expect(dialog.getByText('1 promotion was imported.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: `Kettle week ${runId}` }).click()
  await page.getByRole('button', { name: 'End now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
  await expect(page.getByText('Ended', { exact: true })).toBeVisible()
})
