import { Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import type { PublisherTransactionView, TransactionView } from '../contract/transaction.ts'

interface SameSaleProps {
  transaction: TransactionView | PublisherTransactionView
  /** Whether it also says what to do. */
  isWhole?: boolean
}

/** Says that an order looks like the second report of an earlier one; nothing of other orders, and to publishers. */
export function SameSaleText({ transaction, isWhole = false }: SameSaleProps) {
  const t = useTexts('transactions')
  const order = 'same_sale_as' in transaction ? transaction.same_sale_as : null
  if (order === null) return null
  return (
    <Text span inherit c="var(--warn)" fw={600}>
      {t(isWhole ? 'sameSale.whole' : 'sameSale.short', { order })}
    </Text>
  )
}
