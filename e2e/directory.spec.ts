import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { followMail, waitForMail } from './support/mailbox.ts'
import { watchReports } from './support/watch-reports.ts'
import { test } from './support/shared-context.ts'
import { demo, logInAs, verifyPassword } from './support/sign-in.ts'

/** Differs in each run, so that the tests can run again on the same network. */
const runId = Date.now().toString(36)

test('refuses a bad address of a site, and adds the corrected one @phone', async ({ page }) => {
  await logInAs(page, 'publisher')
  await page.goto('/account#sites')
  await page.getByRole('button', { name: 'Add site' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(`Diary ${runId}`)
  await dialog.getByLabel('Address').fill('http://192.168.1.1')
  for (const [field, choice] of [
    ['Kinds of content', 'Blogs'],
    ['Countries of your audience', 'Zimbabwe'],
  ] as const) {
    await dialog.getByRole('combobox', { name: field }).fill(choice)
    await page.getByRole('option', { name: choice, exact: true }).click()
    await page.keyboard.press('Tab')
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await expect(dialog.getByText('valid public web address').first()).toBeVisible()
  await dialog.getByLabel('Address').fill('instagram.com')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('the address of your channel').first()).toBeVisible()
  await dialog.getByLabel('Address').fill(`https://www.instagram.com/Diary.${runId}/?igsh=MzRl`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: new RegExp(`Diary ${runId}`) })
  await expect(row).toContainText(`instagram.com/diary.${runId}`)
  await expect(row.locator('code')).toHaveText(/^[a-z0-9]{16}$/)

  await row.getByLabel('More about this row').click()
  await row.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(row.getByText('Inactive')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(row.getByText('Inactive')).toBeHidden()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('lets an operator create an advertiser and open its programme, which a publisher joins', async ({ page }) => {
  const name = `Orchard ${runId}`
  await logInAs(page, 'operator')
  await createAdvertiser(page, name)
  const address = page.url()
  await writeTerms(page)
  await openProgram(page)
  await page.context().clearCookies()
  await logInAs(page, 'publisher')
  await askToJoin(page, name)
  await page.context().clearCookies()
  await logInAs(page, 'operator')
  await approve(page, name)
  await cutAtOnce(page, address)
  await page.context().clearCookies()
  await logInAs(page, 'publisher')
  await readReason(page, name)
})

test('an operator chooses one publisher of many by keys, and the address keeps the choice', async ({
  page,
  context,
}) => {
  const reports = await watchReports(context)
  await logInAs(page, 'operator')
  await page.goto('/operator/transactions?status=ALL')
  const field = page.getByRole('combobox', { name: 'Publisher' })
  await expect(field).toHaveValue('All')
  // The key opens the list once the script runs.
  await expect(async () => {
    await field.press('ArrowDown')
    await expect(field).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 })
  }).toPass()
  await field.fill('morning')
  const options = page.locator('[role=option]:visible')
  await expect(options).toHaveText([/^Slow Morning #\d+$/])
  await expectAccessible(page)
  await field.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-activedescendant', /./)
  await field.press('Enter')
  await page.waitForURL(/publisher_id=\d+/)
  await expect(field).toHaveValue('Slow Morning')
  await expect(field).toBeFocused()
  // The page that the server sends says who is chosen, before a script runs.
  const html = await (await page.request.get(page.url())).text()
  expect(html).toContain('value="Slow Morning"')

  await field.fill('no such name')
  await expect(page.getByText('No publisher of this name')).toBeVisible()
  await field.fill('')
  await options.first().click()
  await page.waitForURL(/publisher_id=(&|$)/)
  await expect(field).toHaveValue('All')
  expect(reports).toEqual([])
})

async function createAdvertiser(page: Page, name: string): Promise<void> {
  await page.goto('/operator/advertisers')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create advertiser' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByLabel('Website').fill('https://orchard.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Create advertiser' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  await page.getByLabel('Title').fill(name)
  await page.getByRole('button', { name: 'Create programme' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(page.getByRole('alert')).toContainText(/^Status: .*Add a version of the terms first/)
  await writePublicPage(page)
}

/** Saves a section of the long form: its button, its message and its errors stay in view. */
async function writePublicPage(page: Page): Promise<void> {
  const title = await page.getByLabel('Title').inputValue()
  const save = page.getByRole('button', { name: 'Save public page' })
  await page.getByLabel('Title').fill('')
  await page.getByLabel('Public number').fill('many')
  await page.getByLabel('Title').scrollIntoViewIfNeeded()
  await expect(save).toBeInViewport()
  await save.click()
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('link')).toHaveText(['Title', 'Public number'])
  await expect(alert).toBeInViewport()
  await expect(page.getByLabel('Title')).toBeFocused()
  // The actions do not cover the focused field: a click reaches it.
  const { x = 0, y = 0 } = (await page.getByLabel('Title').boundingBox()) ?? {}
  const reached = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.id, [
    x + 5,
    y + 5,
  ] as const)
  expect(reached).toBe(await page.getByLabel('Title').getAttribute('id'))
  await alert.getByRole('link', { name: 'Public number' }).click()
  await expect(page.getByLabel('Public number')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Public number').fill('4711')
  await expect(alert).toBeHidden()
  await save.click()
  await expect(page.getByText('The public page was saved.')).toBeInViewport()
  // The other section keeps what was typed there and is not saved yet.
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Open')
  await page.getByLabel('SEM').scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Save methods' })).toBeInViewport()
}

async function writeTerms(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Terms' }).click()
  await page.getByLabel('Value').fill('7,5')
  await page.getByRole('button', { name: 'Add version' }).click()
  await expect(page.getByText('A percentage from 0 to 100').first()).toBeVisible()
  await page.getByRole('button', { name: 'Begins at: –' }).click()
  await page
    .getByRole('button', { name: /^\w+ \d+, \d{4}$/, disabled: false })
    .first()
    .click()
  await page.getByLabel('Hour', { exact: true }).selectOption('14')
  await page.getByLabel('Minute', { exact: true }).selectOption('30')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: /^Begins at: .* 14:30$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Begins at' }).click()
  await page.getByLabel('Value').fill('7.5')
  await page.getByRole('button', { name: 'Add action' }).click()
  await page.getByLabel('Action').last().fill('install')
  await page.getByLabel('Value').last().fill('0.50')
  await page.getByRole('button', { name: 'Add version' }).click()
  await expect(page.getByText('In force', { exact: true })).toBeVisible()
  await expect(page.getByText('0.50 USD')).toBeVisible()
  await expectAccessible(page)
}

async function openProgram(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Programme' }).click()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(page.getByText('The rules were saved.')).toBeInViewport()

  await page.getByRole('tab', { name: 'Domains' }).click()
  await page.getByRole('button', { name: 'Declare host' }).click()
  await page.getByRole('dialog').getByLabel('Host').fill(`${runId}.orchard.example:8443`)
  await page.getByRole('dialog').getByLabel('Regions').fill('FR up to 7%\nDE up to 7%')
  await page.getByRole('dialog').getByRole('button', { name: 'Declare host' }).click()
  await expect(page.getByRole('row', { name: /orchard\.example:8443/ })).toContainText('France')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible(page)
}

async function askToJoin(page: Page, name: string): Promise<void> {
  await page.goto(`/advertisers?keyword=${encodeURIComponent(name)}`)
  const regions = page.getByRole('row').getByRole('link', { name, exact: true })
  await regions.click()
  await expect(page.getByRole('dialog')).toContainText('Germany, France')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(regions).toBeFocused()
  await page
    .getByRole('row')
    .getByRole('link', { name: `Ask to join ${name}` })
    .click()
  await expect(page.getByRole('dialog')).toContainText('sale 7.5%')
  await page.getByRole('dialog').getByLabel('Message').fill('I grow apples.')
  await page.getByRole('dialog').getByRole('button', { name: 'Ask to join' }).click()
  await expect(page.getByText('Your request was sent.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Advertisers' }).getByText('Pending')).toBeVisible()
  await expectAccessible(page)
}

async function approve(page: Page, name: string): Promise<void> {
  await page.goto(`/operator/join-requests?keyword=${encodeURIComponent(name)}`)
  await expect(page.getByText('I grow apples.')).toBeVisible()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('dialog').getByText('Please tell the publisher why.').first()).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved. The publisher was notified by mail.')).toBeVisible()
  await expectAccessible(page)
  await waitForMail({ to: demo.publisher.email, subject: `You are now a partner of ${name}` })
}

const REASON = 'The shop sells below its cost.'

/** Cuts a rate without notice: the field of the reason takes no single words. */
async function cutAtOnce(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('tab', { name: 'Terms' }).click()
  await page.getByLabel('Value').last().fill('5')
  const reason = page.getByLabel('Reason for a change without notice')
  await reason.fill('Costs')
  await page.getByRole('button', { name: 'Add version' }).click()
  await expect(reason).toHaveAccessibleDescription(/At least 10 characters/)
  await reason.fill(REASON)
  await page.getByRole('button', { name: 'Add version' }).click()
  await expect(page.getByText(`Without notice: ${REASON}`)).toBeVisible()
  await expectAccessible(page)
}

async function readReason(page: Page, name: string): Promise<void> {
  await followMail(page, { to: demo.publisher.email, subject: `${name}: your terms change on`, text: REASON })
  await expect(page.getByText('sale: 7.5% → 5%')).toBeVisible()
  await expect(page.getByText(`Its reason: ${REASON}`)).toBeVisible()
  await expectAccessible(page)
}

test('lets an advertiser create a second secret and revoke it', async ({ page }) => {
  await logInAs(page, 'advertiser')
  await page.goto('/brand/programme')
  await expect(page.getByText('Open', { exact: true })).toBeVisible()
  await expect(page.getByText('••••')).toHaveCount(1)
  await page.getByRole('button', { name: 'Roll over' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll over' }).click()
  await verifyPassword(page, demo.advertiser.password)
  await expect(page.getByText('The new secret is valid.')).toBeVisible()
  const token = await page.getByLabel('New server secret').inputValue()
  await expect(page.getByText('Valid until')).toHaveCount(1)
  await page.getByRole('tab', { name: 'PHP' }).click()
  await expect(page.locator('pre:visible')).toContainText(token)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Revoke' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The secret was revoked.')).toBeVisible()
  await expect(page.getByText('••••')).toHaveCount(1)
  expect(await page.content()).not.toContain(token)
  await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(0)
})

test('lets an operator find a publisher and see its sites and programmes', async ({ page }) => {
  await logInAs(page, 'operator')
  await page.goto(`/operator/publishers?keyword=${encodeURIComponent(demo.publisher.email)}`)
  await expectAccessible(page)
  await page.locator('tbody').getByRole('link').first().click()
  await expect(page.getByRole('table', { name: 'Your sites' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Join requests and memberships' })).toBeVisible()
  await expectAccessible(page)
})
