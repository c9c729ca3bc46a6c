import { useLocale } from 'use-intl'
import { getMinorDigits } from '#kernel/lists/minor-digits.ts'

type Decimal = `${number}`

interface MoneyTextProps {
  /** A decimal string as the API returns it: `12.3400`. */
  amount: string
  currency?: string
  /** Decimals to show; by default those of the currency's minor unit. Reports show up to 4. */
  digits?: number
}

/** An amount of money in the reader's notation. The string is never converted to a number. */
export function MoneyText({ amount, currency = 'USD', digits = getMinorDigits(currency) }: MoneyTextProps) {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    // Other dollars are not taken for those of the network.
    currencyDisplay: currency === 'USD' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return <span className="tabular">{format.format(amount as Decimal)}</span>
}

/** A count or rate in the reader's notation. */
export function NumberText({ value, digits = 0 }: { value: number | string; digits?: number }) {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return <span className="tabular">{format.format(value as Decimal)}</span>
}

/** A day or an instant, in UTC, as all reports count. */
export function DateText({ value, withTime = false }: { value: string | Date; withTime?: boolean }) {
  const locale = useLocale()
  const date = new Date(value)
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeZone: 'UTC',
    ...(withTime ? { timeStyle: 'short' } : {}),
  })
  return (
    <time className="tabular" dateTime={date.toISOString()} style={{ whiteSpace: 'nowrap' }}>
      {format.format(date)}
    </time>
  )
}
