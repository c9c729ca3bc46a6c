import type { z } from 'zod'
import { formatAmount } from '#kernel/money.ts'
import type { getErasureCall } from './contract.ts'
import type { Erasure } from './queries/erasure.ts'
import { canErase } from './rules.ts'

/** Builds what an operator reads before erasing an account. */
export function viewErasure(erasure: Erasure): z.input<typeof getErasureCall.reply>['data'] {
  const { account, balances, pendingTransactions } = erasure
  return {
    account_id: Number(account.id),
    email: account.email,
    display_name: account.displayName,
    erased_at: account.erasedAt?.toISOString() ?? null,
    can_erase: canErase(account),
    balances: balances.map(({ currency, amount }) => ({ currency, amount: formatAmount(amount) })),
    pending_transactions: pendingTransactions,
  }
}
