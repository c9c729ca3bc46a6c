import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { openOwnDatabase } from './own-database.ts'
import { demo, verifyPassword } from './sign-in.ts'

/** Records a payment of the demo shop, which covers its oldest confirmed orders. */
export async function payForOrders(operator: Page, reference: string): Promise<void> {
  await operator.goto('/operator/money/advertisers?keyword=Leaf')
  await operator.getByRole('link', { name: 'Leaf & Kettle' }).first().click()
  await operator.getByRole('button', { name: 'Record a payment' }).click()
  const dialog = operator.getByRole('dialog')
  await dialog.getByLabel('Amount in USD').fill('500.00')
  await dialog.getByLabel('Reference of the transfer').fill(reference)
  await dialog.getByRole('button', { name: 'Record a payment' }).click()
  await expect(operator.getByText('The payment was recorded.')).toBeVisible()
}

/** Lets a covered order be payable, and payment details be changed, in the last month, as if a month had passed. */
export async function passMonth(orderId: string): Promise<void> {
  const db = openOwnDatabase()
  await sql`UPDATE payment_detail SET destination_changed_at = destination_changed_at - interval '1 month'`.execute(db)
  const moved = await sql`
    UPDATE statement_line SET payable_at = date_trunc('month', payable_at, 'UTC') - interval '1 hour'
    WHERE transaction_id = (SELECT id FROM transaction WHERE order_ref = ${orderId})`.execute(db)
  await db.destroy()
  expect(moved.numAffectedRows).toBe(1n)
}

/** Computes, approves and releases the run of the last month, and records that a publisher of it was paid. */
export async function payPublisher(operator: Page, { publisher, reference }: { publisher: string; reference: string }) {
  await operator.goto('/operator/money/runs')
  const dialog = operator.getByRole('dialog')
  const act = async (name: string) => {
    await operator.getByRole('button', { name, exact: true }).first().click()
    return dialog.getByRole('button', { name, exact: true })
  }
  await (await act('Compute a draft')).click()
  await operator.waitForURL('**/operator/money/runs/*')
  const approve = await act('Approve')
  const sum = dialog.getByLabel('Type the sum')
  await sum.fill((await sum.getAttribute('placeholder')) ?? '')
  await approve.click()
  await verifyPassword(operator, demo.operator.password)
  await (await act('Release the files')).click()
  const row = operator.getByRole('row').filter({ hasText: publisher })
  await row.getByRole('button', { name: 'Paid', exact: true }).click()
  await dialog.getByLabel('Reference of the payment').fill(reference)
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(row).toContainText(reference)
}
