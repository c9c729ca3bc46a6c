import type { Db } from '#database'
import { listGroups } from '#domains/programmes/rates/queries/groups.ts'
import { pickOrderTerms } from '../rules/difference.ts'
import { sortLines } from '../rules/draft.ts'
import { isBeingTold } from './announcements.ts'
import { compareRates } from './comparison.ts'
import { findDraft, listMembers, readDraftVersion } from './drafts.ts'
import { listRegionCodes } from './price.ts'
import { findReplay } from './replays.ts'
import { countNotices } from './notices.ts'
import { findOwnProgram, readBook, readVersions } from './versions.ts'
import type { Version } from './versions.ts'

/** Reads everything about the rates of a programme; undefined while no terms are in force, or during the set-up. */
export async function findRates(db: Db, { advertiserId, now }: { advertiserId: bigint; now: Date }) {
  const program = await findOwnProgram(db, { advertiserId })
  if (!program || program.status === 'draft') return undefined
  const { inForce, scheduled } = await readVersions(db, { programId: program.id, now })
  if (!inForce) return undefined
  const versions = { inForce, scheduled }
  const present = await readVersion(db, inForce)
  const next = await readScheduled(db, scheduled)
  const draft = await readDraft(db, { program, before: present.book, now, versions })
  const named = [present, next, draft].flatMap(
    (each) => each?.lines.flatMap(({ publisherId }) => publisherId ?? []) ?? [],
  )
  const replayed = draft?.replay?.result?.publishers.map(({ id }) => BigInt(id)) ?? []
  return {
    program,
    inForce: present,
    scheduled: next,
    draft,
    members: await listMembers(db, { programId: program.id, publisherIds: [...new Set([...named, ...replayed])] }),
    groups: await listGroups(db, { programId: program.id }),
    regions: await listRegionCodes(db, advertiserId),
  }
}

async function readScheduled(db: Db, version: Version | undefined) {
  if (!version) return undefined
  // Read before the count: of a job that ends in between, the page reads the rest when it reads again.
  const isTelling = await isBeingTold(db, { termsId: version.id })
  const notices = await countNotices(db, { termsId: version.id })
  return { ...(await readVersion(db, version)), ...notices, isBeingTold: isTelling }
}

/** Reads the draft of a programme and what it changes. */
async function readDraft(db: Db, { versions, ...compared }: ComparedVersions) {
  const programId = compared.program.id
  const draft = await findDraft(db, { programId })
  if (!draft) return undefined
  const after = await readDraftVersion(db, { programId, draft, versions })
  const comparison = await compareRates(db, { ...compared, after })
  return { ...draft, orderTerms: after.terms, comparison, replay: await findReplay(db, { programId }) }
}

type ComparedVersions = Omit<Parameters<typeof compareRates>[1], 'after'> & {
  versions: { inForce: Version; scheduled: Version | undefined }
}

async function readVersion(db: Db, version: Version) {
  const { id, effectiveFrom } = version
  const book = await readBook(db, version)
  const orderTerms = pickOrderTerms(version)
  return { id, version: version.version, effectiveFrom, book, lines: sortLines(book.rules), orderTerms }
}
