import { useLocale } from 'use-intl'
import { getMinorDigits } from '#kernel/lists/minor-digits.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'

type Decimal = `${number}`

interface MoneyTextProps {
  /** A decimal string as the API returns it: `12.3400`. */
  amount: string
  currency?: string
  /** Decimals of the network's currency; reports show up to 4. Other currencies show those of their minor unit. */
  digits?: number
}

/** An amount of money in the reader's notation. The string is never converted to a number. */
export function MoneyText(props: MoneyTextProps) {
  return <span className="tabular">{formatMoney(useLocale(), props)}</span>
}

/** Returns the function that writes an amount as `MoneyText` does, for sentences that name one. */
export function useMoneyFormat(): (money: MoneyTextProps) => string {
  const locale = useLocale()
  return (money) => formatMoney(locale, money)
}

function formatMoney(locale: string, { amount, currency = BASE_CURRENCY, digits: wanted }: MoneyTextProps): string {
  const minor = getMinorDigits(currency)
  const digits = currency === BASE_CURRENCY ? (wanted ?? minor) : minor
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    // Other dollars are not taken for those of the network.
    currencyDisplay: currency === BASE_CURRENCY ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(amount as Decimal)
}

/** A count or rate in the reader's notation. */
export function NumberText({ value, digits = 0 }: { value: number | string; digits?: number }) {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return <span className="tabular">{format.format(value as Decimal)}</span>
}

/** A share, given in percent, in the reader's notation. */
export function PercentText({ value, digits = 1 }: { value: number | string; digits?: number }) {
  return (
    <span className="tabular">
      <NumberText value={value} digits={digits} />%
    </span>
  )
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
    <time className="tabular" dateTime={date.toISOString()}>
      {format.format(date)}
    </time>
  )
}
