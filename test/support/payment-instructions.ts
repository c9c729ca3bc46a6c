import { setPaymentInstructions } from '#domains/money/funding/commands/set-payment-instructions.ts'
import type { Amount } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'

/** Says how brands pay, so that they are warned. By default their dates begin as soon as all is used. */
export function sayHowToPay(ctx: Ctx, smallestMissing: Amount = 0n): Promise<void> {
  const account = { accountHolder: 'Tandem Ltd', account: 'DE89370400440532013000', bank: 'Example Bank' }
  return setPaymentInstructions(ctx, { ...account, note: '', smallestMissing })
}
