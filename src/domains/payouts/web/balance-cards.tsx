import { useTexts } from '#platform/web/texts.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import type { Balance } from '../contract/payment.ts'

/** Pending and confirmed commission, what has been paid, and the next payment. */
export function BalanceCards({ balance }: { balance: Balance }) {
  const t = useTexts('payouts')
  const { currency, next_payment: next } = balance
  const day = <DateText value={next.day} />
  const money = (amount: string) => <MoneyText amount={amount} currency={currency} />
  return (
    <StatRow>
      <StatCard label={t('pending')} value={money(balance.pending)} hint={t('pendingHint')} />
      <StatCard label={t('confirmed')} value={money(balance.confirmed)} hint={t('confirmedHint')} />
      <StatCard label={t('paid')} value="–" hint={t('noPayments')} />
      <StatCard
        label={t('next')}
        value={next.amount === null ? '–' : day}
        hint={
          next.amount === null
            ? t.rich('belowMinimum', { minimum: () => money(next.minimum), day: () => day })
            : t.rich('nextHint', { amount: () => money(next.amount ?? '') })
        }
      />
    </StatRow>
  )
}
