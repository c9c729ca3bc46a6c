import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import { invalidField } from '#kernel/errors.ts'
import type { Amount } from '#kernel/money.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { MAX_DEPOSIT } from '../rules.ts'

interface NewInstructions {
  accountHolder: string
  /** With or without blanks. */
  account: string
  bank: string
  note: string
  smallestMissing: Amount
}

/**
 * Sets how advertisers pay the network: from now on they are told so, and payments on the account count in files of the
 * bank. Refuses what looks like an IBAN and is none.
 */
export async function setPaymentInstructions(ctx: Ctx, input: NewInstructions): Promise<void> {
  const account = readAccountNumber(input.account)
  const { smallestMissing } = input
  if (smallestMissing < 0n || smallestMissing > MAX_DEPOSIT) {
    throw invalidField('smallest_missing', { code: 'funding.limit' })
  }
  await inTransaction(ctx, async (tx) => {
    const changedBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
    const values = { ...input, account, changedAt: tx.now, changedBy }
    await tx.db
      .insertInto('paymentInstruction')
      .values(values)
      .onConflict((conflict) => conflict.column('isOnly').doUpdateSet(values))
      .execute()
    const details = { account, smallestMissing }
    await audit(tx, { action: 'network.set-payment-instructions', target: 'payment-instructions', details })
  })
}

/** Returns the number of an account without blanks and signs. Refuses what looks like an IBAN and is none. */
function readAccountNumber(text: string): string {
  const account = electronicFormatIBAN(text) ?? ''
  if (!/^[A-Z0-9]{4,34}$/.test(account)) throw invalidField('account', { code: 'payment.account_number' })
  if (/^[A-Z]{2}\d{2}/.test(account) && !isValidIBAN(account)) throw invalidField('account', { code: 'funding.iban' })
  return account
}
