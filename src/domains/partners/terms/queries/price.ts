import type { Db } from '#database'
import { listDomains } from '#domains/people/advertisers/queries.ts'
import { termsInForce } from '#domains/programmes/programs/rules.ts'
import { findDraft, readDraftBook } from './drafts.ts'
import { findOwnProgram, readBook, readVersions } from './versions.ts'

/** Reads the rates of a programme at the time of a click, or its draft; without a book if there were none. */
export async function findPricing(
  db: Db,
  { advertiserId, at, isDraft }: { advertiserId: bigint; at: Date; isDraft: boolean },
) {
  const program = await findOwnProgram(db, { advertiserId })
  if (!program) return undefined
  const { all } = await readVersions(db, { programId: program.id, now: at })
  const draft = await findDraft(db, { programId: program.id })
  const version = termsInForce(all, at)
  const regions = await listRegionCodes(db, advertiserId)
  const shared = { program, regions, hasDraft: draft !== undefined }
  if (isDraft && draft) return { ...shared, version: null, book: await readDraftBook(db, program.id, draft.lines) }
  return { ...shared, version: version?.version ?? null, book: version && (await readBook(db, version)) }
}

/** Lists the regions to which the hosts of an advertiser sell. */
export async function listRegionCodes(db: Db, advertiserId: bigint): Promise<string[]> {
  const domains = await listDomains(db, { advertiserId })
  return [...new Set(domains.flatMap(({ regions }) => regions.map(({ code }) => code)))]
}
