import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { divideBody, fetchFile } from '#platform/server/outbound/fetch-file.ts'
import type { FileClient } from '#platform/server/outbound/fetch-file.ts'
import { FETCH_FAILURES } from '../rules.ts'
import type { FetchFailure } from '../rules.ts'
import { listDoubts } from './import-rates.ts'
import { readRateFile } from './read-rate-file.ts'
import type { RateFileError } from './read-rate-file.ts'
import { recordRates } from './record-rates.ts'
import type { DayRate } from '../queries.ts'

const LIMITS = { timeoutMs: 20_000, maxBytes: 999_999 }

type Fetched = { rates: readonly DayRate[] } | { failure: FetchFailure; line: number | null }

/**
 * Fetches rates from the configured address, as CSV with the columns of an import, all rows or none. The client goes to
 * public addresses only, within `LIMITS`. Keeps what the fetch brought, or why it failed, which adds an audit line when
 * it is another failure than the time before. A file with an unusual rate waits: an operator imports it, which confirms
 * the rate. The next run fetches again.
 */
export async function fetchRates(ctx: Ctx, client: FileClient, address: string): Promise<void> {
  const fetched = await getRates(ctx, client, address)
  await inTransaction({ ...ctx, now: new Date() }, async (tx) => {
    if ('rates' in fetched) await keepSuccess(tx, (await recordRates(tx, 'fetched', fetched.rates)).added)
    else await keepFailure(tx, fetched)
  })
}

async function getRates(ctx: Ctx, client: FileClient, address: string): Promise<Fetched> {
  const { body, fault } = await fetchFile(client, address, LIMITS)
  if (body === undefined) {
    // The failure names no status.
    return { failure: FETCH_FAILURES.find((each) => fault.startsWith(each)) ?? 'large', line: null }
  }
  const file = await readRateFile(ctx, divideBody(body)).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  if (!file) return { failure: 'lines', line: 1 }
  const { rates, errors } = file
  const [first] = errors satisfies RateFileError[]
  if (first) return { failure: 'lines', line: first.line }
  const [doubt] = await listDoubts(ctx, rates)
  return doubt ? { failure: 'unusual', line: doubt.line } : { rates }
}

async function keepSuccess({ db, now }: Ctx, added: number): Promise<void> {
  const row = { fetchedAt: now, added, failure: null, line: null, succeededAt: now }
  await db
    .insertInto('exchangeFetch')
    .values({ name: 'rates', ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

async function keepFailure(tx: Ctx, { failure, line }: Extract<Fetched, { failure: unknown }>): Promise<void> {
  const last = await tx.db.selectFrom('exchangeFetch').select('failure').executeTakeFirst()
  const row = { fetchedAt: tx.now, added: 0, failure, line }
  await tx.db
    .insertInto('exchangeFetch')
    .values({ name: 'rates', ...row, succeededAt: null })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  if (last?.failure === failure) return
  await audit(tx, { action: 'exchange_rate.fetch_failed', target: 'exchange-rates', details: { failure, line } })
}
