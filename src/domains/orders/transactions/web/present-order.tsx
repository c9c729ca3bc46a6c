import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import type { ItemView, TransactionTimeline } from '../contract/transaction.ts'
import { ItemTable } from './item-table.tsx'
import { useUsdFact } from './usd-fact.tsx'

/** What a decision is about: what an order counts now, by which rule, and its items. */
export function PresentOrder({ timeline }: { timeline: TransactionTimeline }) {
  const t = useTexts('transactions')
  const { transaction, terms } = timeline
  const { order_value: value, commission, currency, commission_currency: own, event } = transaction
  const usdFact = useUsdFact(transaction)
  return (
    <>
      <Facts
        layout="line"
        facts={[
          [t('column.orderValue'), <MoneyText key="value" amount={value} currency={currency} />],
          [t('column.commission'), <MoneyText key="commission" amount={commission} currency={own} digits={4} />],
          usdFact,
          [t('timeline.event'), event],
          terms !== null && terms.rate !== null && [t('timeline.rate'), terms.rate],
        ]}
      />
      <ItemTable label={t('timeline.items')} items={getPresentItems(timeline)} currency={currency} />
    </>
  )
}

/** Gets the present items of an order: those of its last amendment; none if the present value does not say them. */
export function getPresentItems({ reported, transaction, decisions }: TransactionTimeline): readonly ItemView[] {
  if (transaction.order_value === reported.order_value) return reported.items
  return decisions.findLast(({ action }) => action === 'amend')?.items ?? []
}
