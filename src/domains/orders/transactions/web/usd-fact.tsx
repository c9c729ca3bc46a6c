import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import type { TransactionTimeline } from '../contract/transaction.ts'

/** Says what an order in another currency counts in USD now, after all amendments; false for an order in USD. */
export function useUsdFact(transaction: TransactionTimeline['transaction']): [string, ReactNode] | false {
  const t = useTexts('transactions')
  const { currency, usd_order_value: value, usd_commission: commission } = transaction
  if (currency === 'USD') return false
  if (value === null || commission === null) return [t('timeline.inUsd'), t('list.noRate')]
  return [
    t('timeline.inUsd'),
    t.rich('timeline.inUsdText', {
      value: () => <MoneyText amount={value} />,
      commission: () => <MoneyText amount={commission} digits={4} />,
    }),
  ]
}
