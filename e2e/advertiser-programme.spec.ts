import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createAccount } from '#domains/people/accounts/commands/create-account.ts'
import { createAdvertiser } from '#domains/people/advertisers/commands.ts'
import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { createProgram } from '#domains/programmes/programs/commands/create-program.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { testContext } from '#test/support/context.ts'
import { expectAccessible } from './support/accessible.ts'
import { PASSWORD, freshEmail } from './support/applicant.ts'
import { openOwnDatabase } from './support/own-database.ts'
import { test } from './support/shared-context.ts'
import { logInByCall } from './support/sign-in.ts'

test('a brand changes its open programme, pauses it and resumes it', async ({ page }) => {
  await logInByCall(page, { email: await openProgram(), password: PASSWORD, type: 'advertiser' })
  await page.goto('/brand/programme')
  await page.getByRole('link', { name: 'Change programme' }).click()
  await page.getByLabel('Title').fill('Autumn gardens')
  await page.getByLabel('Description').fill('Bulbs and seeds.')
  const about = findPanel(page, 'What publishers read')
  await about.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The programme was saved.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Autumn gardens' })).toBeVisible()

  const cashback = page.getByLabel('Cashback', { exact: true })
  await expect(cashback.getByRole('option')).toHaveText(['Allowed'])
  await page.getByLabel('Influencers', { exact: true }).selectOption('Allowed')
  const methods = findPanel(page, 'Promotion methods')
  await methods.getByRole('button', { name: 'Save' }).click()
  await expect(methods.getByText('The programme was saved.')).toBeVisible()
  await expectAccessible(page)
  await changeLogo(page)
  await page.getByRole('link', { name: 'Close form' }).click()
  await expect(page.getByLabel('Title')).toBeHidden()

  await page.getByRole('button', { name: 'Pause now' }).click()
  await expect(page.getByText('The programme is paused.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Your programme has been paused since/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resume the programme' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume the programme' }).click()
  await expect(page.getByText('The programme is open.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause now' })).toBeVisible()
})

/** Shows a picture as the logo, and removes it again. */
async function changeLogo(page: Page): Promise<void> {
  const panel = findPanel(page, 'Logo')
  const picture = sharp({ create: { width: 200, height: 100, channels: 3, background: '#0d4a3c' } })
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() }
  await panel.locator('input[type=file]').setInputFiles(file)
  await expect(panel.getByText('The file has arrived')).toBeAttached()
  await panel.getByRole('button', { name: 'Use this logo' }).click()
  const logo = panel.locator('img')
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await panel.getByRole('button', { name: 'Remove the logo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the logo' }).click()
  await expect(logo).toHaveCount(0)
}

function findPanel(page: Page, name: string) {
  return page.locator('section').filter({ has: page.getByRole('heading', { name }) })
}

/** Opens the programme of a new brand that allows cashback, and returns the brand's address. */
async function openProgram(): Promise<string> {
  const db = openOwnDatabase()
  const ctx = testContext(db, 'e2e')
  const email = freshEmail('brand')
  const name = `Gardens ${email.split(/[.@]/)[1]}`
  const account = { email, role: 'advertiser', displayName: name, reviewStatus: 'approved' } as const
  const { accountId } = await createAccount(ctx, { ...account, password: PASSWORD })
  const { advertiserId } = await createAdvertiser(ctx, { name, website: 'https://gardens.example/', accountId })
  const { programId } = await createProgram(ctx, { advertiserId, title: name })
  const rates = [{ event: 'sale', kind: 'percent', ratePpm: 70_000 } as const]
  await addTerms(ctx, { programId, windowDays: 30, validationDays: 30, rates })
  await updateProgram(ctx, { programId, status: 'open', methods: [{ method: 'Cashback', policy: 'allowed' }] })
  await db.destroy()
  return email
}
