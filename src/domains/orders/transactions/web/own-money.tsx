import { Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { MoneyText } from '#ui/money-text.tsx'

interface OwnMoneyProps {
  amount: string
  currency: string
  /** What it counts in USD; null while there is no exchange rate. */
  usd: string | null
  digits?: 4
  /** Crosses the amount out. */
  isVoid?: boolean
}

const VOID = { c: 'var(--ink-faint)', td: 'line-through' } as const

/** An amount in its own currency, and below it what it counts in USD, or that this is not known yet. */
export function OwnMoney({ amount, currency, usd, isVoid = false, ...digits }: OwnMoneyProps) {
  const t = useTexts('transactions')
  const own = (
    <Text span inherit {...(isVoid ? VOID : {})}>
      <MoneyText amount={amount} currency={currency} {...digits} />
    </Text>
  )
  if (currency === 'USD') return own
  // A row has two lines on a phone; the transaction itself says what it counts.
  const counted = usd !== null && (
    <Text key="usd" span inherit visibleFrom="sm">
      <MoneyText amount={usd} {...digits} />
    </Text>
  )
  return <CellText details={[counted || t('list.noRate')]}>{own}</CellText>
}
