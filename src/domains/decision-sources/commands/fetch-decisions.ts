import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Selectable } from 'kysely'
import { getAdvertiser } from '#domains/advertisers/queries.ts'
import { listTeamReaders } from '#domains/teams/queries.ts'
import { MAX_LINE_FILE_BYTES } from '#kernel/endpoint.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { OutboundError } from '#platform/server/outbound/outbound-client.ts'
import type { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { failedFetchEmail } from '../mails.ts'
import { getNextFetch } from '../rules.ts'
import type { DecisionSourceTable } from '../tables.ts'
import { UnusableFile, readDecisionCsv } from '#domains/transactions/commands/read-decision-file.ts'
import { receiveDecisionFile } from '#domains/transactions/commands/receive-decision-file.ts'

const TIMEOUT_MS = 60_000

/** The files that are fetched at once. Each is in memory until it is stored. */
const MAX_FETCHES = 4

/** What fetches the files, and the sender of mails about a file that could not be fetched. */
export interface FetchServices {
  client: Pick<OutboundClient, 'get'>
  branding: EmailBranding
}

type Source = Selectable<DecisionSourceTable>

/** What came of a fetch: a file, or the code that says why there is none. */
type Fetched = { fileId: string; fault: null } | { fileId: null; fault: string }

/**
 * Fetches the files of decisions that are due, a few at a time, and sends them as their advertisers would. A file that
 * cannot be fetched or read changes nothing; its advertiser is mailed of the first failure in a row. What fails or is
 * slow for one advertiser does not hold up the others: those whose last fetch failed come last.
 */
export async function fetchDecisions(ctx: Ctx, services: FetchServices): Promise<void> {
  const due = await ctx.db
    .selectFrom('decisionSource')
    .selectAll()
    .where('dueAt', '<=', ctx.now)
    .orderBy('failures')
    .orderBy('dueAt')
    .execute()
  const failures: unknown[] = []
  const queue = due.values()
  const fetchNext = async () => {
    for (const source of queue) {
      try {
        const fetched = await fetchFile(ctx, services, source)
        await inTransaction(ctx, (tx) => saveOutcome(tx, services, { source, fetched }))
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_FETCHES }, fetchNext))
  if (failures.length > 0) throw new AggregateError(failures, 'The files of some advertisers were not fetched.')
}

async function fetchFile(ctx: Ctx, { client }: FetchServices, source: Source): Promise<Fetched> {
  const { advertiserId, url, mode } = source
  try {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_LINE_FILE_BYTES + 1 }
    const { status, body } = await client.get(url, limits)
    if (status !== 200) return { fileId: null, fault: `status ${status}` }
    // A longer body is cut off there.
    if (body.length > MAX_LINE_FILE_BYTES) return { fileId: null, fault: 'too_large' }
    const bytes = Buffer.from(body, 'latin1')
    const hash = createHash('sha256').update(bytes).digest()
    const name = `${new URL(url).host} ${ctx.now.toISOString().slice(0, 10)}.csv`.slice(-120)
    const rows = readDecisionCsv(Readable.from([bytes]))
    const file = { advertiserId, mode, name, format: 'csv' as const, hash, rows }
    return { fileId: await receiveDecisionFile(ctx, file), fault: null }
  } catch (error) {
    if (error instanceof OutboundError) return { fileId: null, fault: error.fault }
    if (error instanceof UnusableFile) return { fileId: null, fault: 'unusable' }
    if (error instanceof Refusal)
      return { fileId: null, fault: error.details.code === 'transaction.file_step' ? 'step' : 'full' }
    throw error
  }
}

async function saveOutcome(
  tx: Ctx,
  { branding }: FetchServices,
  { source, fetched }: { source: Source; fetched: Fetched },
): Promise<void> {
  const { advertiserId, url, hour } = source
  const { fault, fileId } = fetched
  const failures = fault === null ? 0 : source.failures + 1
  const { numUpdatedRows } = await tx.db
    .updateTable('decisionSource')
    .set({ fault, failures, fetchedAt: tx.now, dueAt: getNextFetch(tx.now, { hour, failures }) })
    .$if(fileId !== null, (update) => update.set({ fileId }))
    .where('advertiserId', '=', advertiserId)
    .where('url', '=', url)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await audit(tx, { action: 'decision-source.fetch', target: `advertiser:${advertiserId}`, details: { fault, fileId } })
  if (fault === null || failures !== 1) return
  const readers = await listTeamReaders(tx.db, { advertiserId, act: 'decide' })
  const { name } = await getAdvertiser(tx.db, { advertiserId })
  const host = new URL(url).host
  for (const { email, locale } of readers) {
    await enqueueMail(tx, { to: email, message: failedFetchEmail({ branding, locale, name }, { host, fault }) })
  }
}
