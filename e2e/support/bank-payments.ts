import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { toDay } from '#kernel/days.ts'
import { NETWORK_IBAN } from './clock-network.ts'
import type { ClockNetwork } from './clock-network.ts'

/** Pays in before the programme opens: the payment arrives in the statement of the bank, which the network fetches. */
export async function payIn(page: Page, network: ClockNetwork): Promise<void> {
  const reference = await page.getByLabel('Reference').inputValue()
  await bookPayment(network, { amount: '30.00', reference })
  await page.goto('/brand/billing')
  await expect(page.getByRole('row').filter({ hasText: reference })).toContainText('$30.00')
  await page.goto('/brand')
  await expect(page.getByText('Pay in (optional)')).toBeVisible()
}

/** Pays the invoice of the month in the same way. */
export async function payInvoice(page: Page, network: ClockNetwork): Promise<void> {
  await page.goto('/brand/billing')
  // The row of the payment names the invoice too.
  const row = page.getByRole('row', { name: /^INV-/ })
  await expect(row).toContainText('Open')
  await expect(page.getByLabel('IBAN or account number')).toHaveValue(NETWORK_IBAN)
  const toPay = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Invoices to pay' }) })
  const reference = await toPay.getByLabel('Reference').inputValue()
  await bookPayment(network, { amount: await toPay.getByLabel('Amount in USD').inputValue(), reference })
  await page.reload()
  await expect(row).toContainText('Paid')
  await expect(toPay).toHaveCount(0)
}

async function bookPayment(network: ClockNetwork, { amount, reference }: { amount: string; reference: string }) {
  network.publishStatement(writeStatement({ amount, reference, day: toDay(network.now) }))
  await network.runJobs('bank-file')
}

/** Writes the statement of a bank (camt.053) with one payment. */
function writeStatement({ amount, reference, day }: { amount: string; reference: string; day: string }): string {
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr/><Stmt>
    <Id>${reference}</Id><Acct><Id><IBAN>${NETWORK_IBAN}</IBAN></Id></Acct>
    <Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>FT-${reference}</AcctSvcrRef><NtryDtls><TxDtls>
      <RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
  </Stmt></BkToCstmrStmt></Document>`
}
