import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { answerCookies } from './applicant.ts'
import type { ClockNetwork } from './clock-network.ts'
import { followMail } from './mailbox.ts'
import { demo, logInAs, verifyPassword } from './sign-in.ts'

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

/** Computes, approves and releases the run of the last month, and records that a publisher of it was paid. */
async function payPublisher(operator: Page, { publisher, reference }: { publisher: string; reference: string }) {
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

/** Pays the demo publisher for the last month, as an operator with a browser of its own. */
export async function payLastMonth(browser: Browser, network: ClockNetwork): Promise<void> {
  const operator = await (await browser.newContext({ baseURL: network.url })).newPage()
  await answerCookies(operator)
  await operator.clock.install({ time: network.now })
  await logInAs(operator, 'operator')
  await payPublisher(operator, { publisher: 'Slow Morning', reference: 'G-PAYOUT' })
  await expectAccessible(operator)
  await operator.context().close()
}

/** Expects that the publisher is told of the payment, and reads a statement with these orders. */
export async function expectStatement(publisher: Page, network: ClockNetwork, orders: readonly string[]) {
  await network.runJobs('payout-mails')
  await followMail(publisher, { to: demo.publisher.email, subject: 'has paid you' })
  await expect(publisher.getByRole('heading', { level: 1 })).toContainText('Statement')
  await expectAccessible(publisher)
  const payout = publisher.url().replace('/payments/', '/api/v1/account/publishers/me/payouts/')
  const csv = await (await publisher.request.get(`${payout}/csv`)).text()
  for (const order of orders) expect(csv).toContain(order)
}
