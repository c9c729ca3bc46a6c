import type { z } from 'zod'
import { formatAmount } from '#kernel/money.ts'
import { errorText } from '#platform/server/error-texts.ts'
import type { Locale } from '#texts/texts.ts'
import type { getErasureCall, getOwnErasureCall } from './contract.ts'
import type { Erasure } from './queries/erasure.ts'
import { ERASURE_DAYS, canErase, findErasureObstacle } from './rules.ts'

/** Builds what an operator reads before erasing an account. */
export function viewErasure(erasure: Erasure): z.input<typeof getErasureCall.reply>['data'] {
  const { account, facts } = erasure
  return {
    account_id: Number(account.id),
    email: account.email,
    display_name: account.displayName,
    erased_at: account.erasedAt?.toISOString() ?? null,
    can_erase: canErase(facts),
    ...viewOpen(erasure),
  }
}

/** Builds what a person reads before the own account is erased. */
export function viewOwnErasure(erasure: Erasure, locale: Locale): z.input<typeof getOwnErasureCall.reply>['data'] {
  const code = findErasureObstacle(erasure.facts)
  return { ...viewOpen(erasure), obstacle: code ? errorText(locale, { code }) : null, days: ERASURE_DAYS }
}

function viewOpen({ balances, pendingTransactions, request }: Erasure) {
  return {
    balances: balances.map(({ currency, amount }) => ({ currency, amount: formatAmount(amount) })),
    pending_transactions: pendingTransactions,
    due_at: request?.dueAt.toISOString() ?? null,
  }
}
