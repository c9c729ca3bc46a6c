import type { GeneratedAlways } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type { FetchFailure, RateSource } from './rules.ts'

/** A rate of a UTC day. Never changed: of several rates of a day and currency, the one with the highest id counts. */
export interface ExchangeRateTable {
  id: GeneratedAlways<bigint>
  day: Day
  currency: string
  /** USD for one unit of the currency, as a decimal string. */
  rate: string
  source: RateSource
  recordedBy: bigint | null
  recordedAt: Date
}

/** What the last fetch of rates brought. One row. */
export interface ExchangeFetchTable {
  name: 'rates'
  fetchedAt: Date
  added: number
  /** Null when it succeeded. */
  failure: FetchFailure | null
  /** The first wrong line of the file. */
  line: number | null
  /** When a fetch last succeeded. */
  succeededAt: Date | null
}

/** The tables that this domain owns. */
export interface ExchangeTables {
  exchangeRate: ExchangeRateTable
  exchangeFetch: ExchangeFetchTable
}
