import { useTexts } from '#platform/web/texts.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import type { Balance } from '../contract/balance.ts'

/** What a publisher has earned, by state, with the next payment. */
export function BalanceCards({ balance }: { balance: Balance }) {
  const t = useTexts('payouts')
  const { currency, next_payment: next } = balance
  const money = (amount: string) => <MoneyText amount={amount} currency={currency} />
  const day = <DateText value={next.day} />
  const values = {
    day: () => day,
    minimum: () => money(next.minimum),
    amount: () => money(next.amount ?? '0'),
  }
  return (
    <StatRow>
      <StatCard label={t('pending')} value={money(balance.pending)} hint={t('pendingHint')} />
      <StatCard label={t('confirmed')} value={money(balance.confirmed)} hint={t('confirmedHint')} />
      <StatCard
        label={t('payable')}
        value={money(balance.payable)}
        hint={t.rich(next.amount === null ? 'belowMinimum' : 'payableHint', values)}
      />
      <StatCard label={t('inPayment')} value={money(balance.in_payment)} hint={t('inPaymentHint')} />
      <StatCard label={t('paid')} value={money(balance.paid)} hint={t('paidHint')} />
    </StatRow>
  )
}
