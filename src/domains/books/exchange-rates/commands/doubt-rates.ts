import type { Db } from '#database'
import type { CodedError } from '#kernel/error-codes.ts'
import { formatAmount } from '#kernel/money.ts'
import { findLastRates } from '../queries.ts'
import type { DayRate } from '../queries.ts'
import { doubtRate, exchange, getSampleAmount } from '../rules.ts'
import type { ExchangeRate } from '../rules.ts'

/** Says of each rate why a person has to confirm it; undefined for a usual one. Earlier ones of the list count too. */
export async function doubtRates(db: Db, rates: readonly DayRate[]): Promise<(CodedError | undefined)[]> {
  const known = await findLastRates(db, rates)
  const last = new Map(known.map((each) => [`${each.currency} ${each.day}`, each.rate]))
  const earlier = new Map<string, ExchangeRate>()
  const doubts = new Map<DayRate, CodedError>()
  for (const each of rates.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    const { currency, day, rate } = each
    const before = earlier.get(currency) ?? last.get(`${currency} ${day}`)
    const doubt = doubtRate(rate, before)
    if (doubt) doubts.set(each, describe(each, before, doubt))
    earlier.set(currency, rate)
  }
  return rates.map((each) => doubts.get(each))
}

function describe(
  { currency, rate }: DayRate,
  before: ExchangeRate | undefined,
  doubt: NonNullable<ReturnType<typeof doubtRate>>,
): CodedError {
  const amount = getSampleAmount(currency)
  const order = `${formatAmount(amount, 0)} ${currency}`
  const usd = formatAmount(exchange(amount, rate), 2)
  if (doubt === 'first' || before === undefined) {
    return { code: 'exchange.first_rate', params: { order, usd, currency } }
  }
  const params = { order, usd, before: formatAmount(exchange(amount, before), 2), currency }
  return doubt === 'inverse' ? { code: 'exchange.inverse_rate', params } : { code: 'exchange.far_rate', params }
}
