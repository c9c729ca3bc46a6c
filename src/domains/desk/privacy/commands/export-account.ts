import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '#database'
import { getAccount } from '#domains/people/accounts/queries.ts'
import { findOwnedAdvertiserId } from '#domains/people/teams/queries.ts'
import { findPublisherId } from '#domains/people/publishers/queries.ts'
import { audit } from '#platform/server/audit/audit.ts'
import type { Ctx } from '#platform/server/context.ts'
import { inSnapshot } from '#platform/server/database/database-check.ts'
import type { ExportSections, ListSections, Person } from '#platform/server/privacy.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import { openUnnamedFile } from '#platform/server/files/unnamed-file.ts'

/** What an export contains, part after part: of the account, and of its publisher or its advertiser. */
export interface ExportParts {
  account: readonly ListSections<Person>[]
  publisher: readonly ListSections[]
  advertiser: readonly ListSections[]
}

/** Exports of one account. Each reads all its orders. */
const EXPORT_LIMIT = { max: 5, windowSeconds: 3600 }

/** Rows that are read at once. */
const PART_ROWS = 1000

/**
 * Writes the sections of all parts into a file without a name and answers its content as JSON: an object with a list of
 * rows for each section. All of it is of one moment, and the process does not grow with it. Refuses an unknown account
 * as not found, and with 429 after five exports in an hour.
 */
export async function exportAccount(ctx: Ctx, parts: ExportParts, accountId: bigint): Promise<Readable> {
  await getAccount(ctx.db, accountId)
  await limitRate(ctx, { key: `export:${accountId}`, ...EXPORT_LIMIT })
  await audit(ctx, { action: 'account.export', target: `account:${accountId}` })
  const file = await openUnnamedFile()
  try {
    await inSnapshot(ctx.db, async (tx) => {
      const sections = await listSections(tx, parts, accountId)
      await writeSections(tx, file, { sections, exportedAt: ctx.now })
    })
  } catch (error) {
    await file.close()
    throw error
  }
  return file.createReadStream({ start: 0 })
}

async function listSections(tx: Db, parts: ExportParts, accountId: bigint): Promise<ExportSections[]> {
  const { email } = await getAccount(tx, accountId)
  const publisherId = await findPublisherId(tx, { accountId })
  const advertiserId = await findOwnedAdvertiserId(tx, { accountId })
  const person = { id: accountId, email, isOwn: sql`account_id = ${accountId}` }
  const publisher = publisherId && { id: publisherId, isOwn: sql`publisher_id = ${publisherId}` }
  const advertiser = advertiserId && { id: advertiserId, isOwn: sql`advertiser_id = ${advertiserId}` }
  return Promise.all([
    ...parts.account.map((list) => list(person, tx)),
    ...(publisher ? parts.publisher.map((list) => list(publisher, tx)) : []),
    ...(advertiser ? parts.advertiser.map((list) => list(advertiser, tx)) : []),
  ])
}

async function writeSections(
  tx: Db,
  file: FileHandle,
  { sections, exportedAt }: { sections: readonly ExportSections[]; exportedAt: Date },
): Promise<void> {
  const head = { exported_at: exportedAt.toISOString(), unit_of_amounts: '1/10,000 of the currency unit' }
  await file.appendFile(JSON.stringify(head).slice(0, -1))
  for (const [name, rows] of sections.flatMap((part) => Object.entries(part))) {
    await file.appendFile(`,\n${JSON.stringify(name)}: [`)
    await sql`DECLARE part NO SCROLL CURSOR FOR SELECT to_jsonb(listed)::text AS line FROM (${rows}) AS listed`.execute(
      tx,
    )
    let separator = '\n'
    for (;;) {
      const part = await sql<{ line: string }>`FETCH ${sql.lit(PART_ROWS)} FROM part`.execute(tx)
      if (part.rows.length === 0) break
      await file.appendFile(separator + part.rows.map(({ line }) => line).join(',\n'))
      separator = ',\n'
    }
    await sql`CLOSE part`.execute(tx)
    await file.appendFile(']')
  }
  await file.appendFile('}\n')
}
