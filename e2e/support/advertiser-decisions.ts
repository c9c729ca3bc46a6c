import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { waitForScripts, waitUntilIdle } from './page-scripts.ts'

/** The items of the third order of the queue. */
export const ITEMS = 'seeds:50.00|spades:50.00'

/**
 * Decides six orders of the queue by its keys and returns the order ids of the queue as it began: the first is
 * confirmed, undone and confirmed again, the second cancelled, the third halved by one of its items, the fourth held,
 * and the next two are selected and confirmed together.
 */
export async function decideByKeys(page: Page): Promise<string[]> {
  const { keyboard } = page
  await page.goto('/brand/orders')
  const queue = page.getByRole('table', { name: 'Orders to decide' })
  const orders = await queue.getByRole('rowheader').getByRole('link').allInnerTexts()
  const [first, second, third, fourth, fifth, sixth] = orders
  // The script of the keys comes last. A key that is known moves the focus at once.
  const pressDown = async () => {
    await keyboard.press('j')
    return page.evaluate(() => document.activeElement?.closest('tbody') !== null)
  }
  await expect.poll(pressDown).toBe(true)
  await expect(queue.getByRole('link', { name: first ?? '' })).toBeFocused()
  await keyboard.press('Enter')
  await expectOpen(page, first)
  await keyboard.press('j')
  await expectOpen(page, second)
  await keyboard.press('k')
  await expectOpen(page, first)

  await keyboard.press('a')
  await expect(page.getByText(`${first} is confirmed.`)).toBeVisible()
  await expectOpen(page, second)
  await keyboard.press('u')
  await expect(page.getByText('The decision was undone.')).toBeVisible()
  // The order is back in the queue once that is read again.
  await expect(page.locator('main tbody a').filter({ hasText: first ?? '' })).not.toHaveCount(0)
  await waitUntilIdle(page)
  await keyboard.press('k')
  await expectOpen(page, first)
  await keyboard.press('a')
  await expectOpen(page, second)

  await answerByKeys(page, { key: 'c', dialog: 'Cancel this transaction?' })
  await expect(page.getByText(`${second} is cancelled.`)).toBeVisible()
  await expectOpen(page, third)
  await answerByKeys(page, { key: 'p', dialog: 'Change the value of this order?', returned: 'spades' })
  await expect(page.getByText(`The value of ${third} was changed.`)).toBeVisible()
  await expectOpen(page, fourth)
  await answerByKeys(page, { key: 'h', dialog: 'Hold this transaction?' })
  await expect(page.getByText(`${fourth} is on hold.`)).toBeVisible()
  await expectOpen(page, fifth)

  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(queue.getByRole('link', { name: fifth ?? '' })).toBeFocused()
  await keyboard.press('x')
  await keyboard.press('j')
  await expect(queue.getByRole('link', { name: sixth ?? '' })).toBeFocused()
  await keyboard.press('x')
  await expect(page.getByText('2 selected')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decide 2 orders' }).click()
  await expect(page.getByText('The file has decided 2 orders.')).toBeVisible()
  return orders
}

/** Expects the drawer of an order with nothing over it, as its keys do. */
async function expectOpen(page: Page, order: string | undefined): Promise<void> {
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 }).first()
  await expect(title).toHaveText(`Order ${order}`)
  await expect(page.locator('[role=dialog][aria-modal=true]')).toHaveCount(1)
  await waitUntilIdle(page)
}

/** Opens the dialog of a decision by its key and answers it: with a returned item, or one of the first reasons. */
async function answerByKeys(page: Page, answer: { key: string; dialog: string; returned?: string }): Promise<void> {
  const dialog = page.getByRole('dialog', { name: answer.dialog })
  await page.keyboard.press(answer.key)
  await expect(dialog).toBeVisible()
  if (answer.returned === undefined) {
    const reason = dialog.getByRole('combobox', { name: 'Reason' })
    await reason.press('ArrowDown')
    await expect(page.locator('[role=option]:visible').first()).toBeVisible()
    await reason.press('ArrowDown')
    // The list marks the option a moment after the key; before that Enter would choose none.
    await expect(reason).toHaveAttribute('aria-activedescendant', /./)
    await reason.press('Enter')
    await expect(reason).not.toHaveValue('')
  } else {
    await dialog.getByLabel(`Amount of ${answer.returned}`).fill('0')
    await expect(dialog.getByText('$50.00')).toBeVisible()
  }
  await dialog.getByRole('button').last().press('Enter')
}

/** Decides three orders by a file with one more line, which is wrong, and reads its result file. */
export async function decideByFile(page: Page, orders: readonly (string | undefined)[]): Promise<void> {
  const [confirmed, cancelled, amended] = orders
  const lines = [
    `${confirmed},confirm,,`,
    `${cancelled},cancel,RETURNED_MERCHANDISE,`,
    `${amended},amend,RETURNED_MERCHANDISE,50.00`,
    'NO-SUCH-ORDER,confirm,,',
  ]
  const content = ['order_id,action,reason,amount', ...lines].join('\r\n')
  await page.goto('/brand/orders')
  await waitForScripts(page)
  await page.getByRole('link', { name: 'Decide by file' }).click()
  const file = { name: 'decisions.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
  const send = page.getByRole('button', { name: 'Check the file' })
  await page.locator('input[type=file]').setInputFiles(file)
  await send.click()
  await expect(page.getByText('The check is done, and nothing has changed yet.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Lines of the file' })).toContainText('NO-SUCH-ORDER')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Decide 3 orders, without the wrong lines' }).click()
  await expect(page.getByText('The file has decided 3 orders.')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the result file' }).click()
  const [header, ...results] = readFileSync(await (await downloading).path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  expect(header).toMatch(/^\uFEFF?order_id,.*,result,code,message,transaction_id,old_status,new_status$/)
  expect(results).toHaveLength(4)
  expect(results[0]).toMatch(/,decided,.*,PENDING,CONFIRMED$/)
  expect(results[1]).toMatch(/,decided,.*,PENDING,CANCELLED$/)
  expect(results[2]).toMatch(/,decided,.*,PENDING,PENDING$/)
  expect(results[3]).toContain(',refused,')
}
