import { createHash } from 'node:crypto'
import { getAdvertiser } from '#domains/people/advertisers/queries.ts'
import { listTeamReaders } from '#domains/people/teams/queries.ts'
import { MAX_LINE_FILE_BYTES } from '#kernel/endpoint.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { divideBody, fetchFile } from '#platform/server/outbound/fetch-file.ts'
import type { FileClient } from '#platform/server/outbound/fetch-file.ts'
import { failedFetchEmail, stoppedSourceEmail } from '../mails.ts'
import { findSourceLapse } from '../queries.ts'
import type { SourceRow } from '../queries.ts'
import { getNextFetch } from '../rules.ts'
import { UnusableFile, openDecisionFile } from '#domains/orders/transactions/commands/read-decision-file.ts'
import { receiveDecisionFile } from '#domains/orders/transactions/commands/receive-decision-file.ts'

/** The files that are fetched at once. Each is in memory until it is stored. */
const MAX_FETCHES = 4

/** What fetches the files, and the sender of mails about a file that could not be fetched. */
export interface FetchServices {
  client: FileClient
}

/** What came of a fetch: a file, or the code that says why there is none. */
type Fetched = { fileId: string; fault: null } | { fileId: null; fault: string }

/**
 * Fetches the files of decisions that are due, a few at a time, and sends them as their advertisers would. A file that
 * cannot be fetched or read changes nothing; its advertiser is mailed of the first failure in a row. What fails or is
 * slow for one advertiser does not hold up the others: those whose last fetch failed come last. A file whose member may
 * not decide any more is not fetched: it stops until another member takes it over, and the owners are mailed.
 */
export async function fetchDecisions(ctx: Ctx, services: FetchServices): Promise<void> {
  const due = await ctx.db
    .selectFrom('decisionSource')
    .selectAll()
    .where('dueAt', '<=', ctx.now)
    .where('stoppedAt', 'is', null)
    .orderBy('failures')
    .orderBy('dueAt')
    .execute()
  const failures: unknown[] = []
  const queue = due.values()
  const fetchNext = async () => {
    for (const source of queue) {
      try {
        if (await stopLapsed(ctx, source)) continue
        const fetched = await receiveFile(ctx, services, source)
        await inTransaction(ctx, (tx) => saveOutcome(tx, { source, fetched }))
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_FETCHES }, fetchNext))
  if (failures.length > 0) throw new AggregateError(failures, 'The files of some advertisers were not fetched.')
}

/** Stops a file whose member may not decide any more. Answers false for one that goes on. */
async function stopLapsed(ctx: Ctx, source: SourceRow): Promise<boolean> {
  const lapse = await findSourceLapse(ctx.db, source)
  if (lapse === undefined) return false
  const { advertiserId, setBy, setAt, url } = source
  await inTransaction(ctx, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('decisionSource')
      .set({ stoppedAt: tx.now, stopReason: lapse })
      .where('advertiserId', '=', advertiserId)
      .where('setAt', '=', setAt)
      .where('stoppedAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const details = { setBy, reason: lapse }
    await audit(tx, { action: 'decision-source.stop', target: `advertiser:${advertiserId}`, details })
    const { name } = await getAdvertiser(tx.db, { advertiserId })
    const host = new URL(url).host
    for (const { email, locale } of await listTeamReaders(tx.db, { advertiserId, act: 'manage_team' })) {
      await enqueueMail(tx, {
        to: email,
        message: stoppedSourceEmail({ branding: tx.branding, locale, name }, { host, lapse }),
      })
    }
  })
  return true
}

async function receiveFile(ctx: Ctx, { client }: FetchServices, source: SourceRow): Promise<Fetched> {
  const { advertiserId, url, mode } = source
  const { body, fault } = await fetchFile(client, url, { maxBytes: MAX_LINE_FILE_BYTES })
  if (body === undefined) return { fileId: null, fault }
  try {
    const { rows, reading } = await openDecisionFile(ctx, { advertiserId, chunks: divideBody(body) })
    const hash = createHash('sha256').update(body, 'latin1').update(reading).digest()
    const name = `${new URL(url).host} ${ctx.now.toISOString().slice(0, 10)}.csv`.slice(-120)
    const file = { advertiserId, mode, name, format: 'csv' as const, hash, rows }
    return { fileId: await receiveDecisionFile(ctx, file), fault: null }
  } catch (error) {
    if (error instanceof UnusableFile) return { fileId: null, fault: 'unusable' }
    if (error instanceof Refusal && error.details.choice) return { fileId: null, fault: 'unusable' }
    if (error instanceof Refusal)
      return { fileId: null, fault: error.details.code === 'transaction.file_step' ? 'step' : 'full' }
    throw error
  }
}

async function saveOutcome(tx: Ctx, { source, fetched }: { source: SourceRow; fetched: Fetched }): Promise<void> {
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
  const details = { fault, fileId, setBy: source.setBy }
  await audit(tx, { action: 'decision-source.fetch', target: `advertiser:${advertiserId}`, details })
  if (fault === null || failures !== 1) return
  const readers = await listTeamReaders(tx.db, { advertiserId, act: 'decide' })
  const { name } = await getAdvertiser(tx.db, { advertiserId })
  const host = new URL(url).host
  for (const { email, locale } of readers) {
    await enqueueMail(tx, {
      to: email,
      message: failedFetchEmail({ branding: tx.branding, locale, name }, { host, fault }),
    })
  }
}
