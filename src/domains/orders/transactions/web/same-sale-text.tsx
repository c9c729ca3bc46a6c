import { Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import type { PublisherTransactionView } from '../contract/transaction.ts'

/** Says that an order looks like the second report of an earlier one; nothing of other orders. */
export function SameSaleText({ transaction }: { transaction: Pick<PublisherTransactionView, 'same_sale_as'> }) {
  const t = useTexts('transactions')
  const { same_sale_as: order } = transaction
  if (order === null) return null
  return (
    <Text span inherit c="var(--warn)" fw={600}>
      {t('sameSale', { order })}
    </Text>
  )
}
