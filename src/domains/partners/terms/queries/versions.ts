import type { Db } from '#database'
import { termsInForce, termsState } from '#domains/programmes/programs/rules.ts'
import { listTerms } from '#domains/programmes/programs/queries/terms.ts'
import { readRateBook } from '#domains/programmes/rates/queries/rule-books.ts'
import type { VersionBook } from '../rules/difference.ts'

/** A version of a programme's terms, with its rates. */
export type Version = Awaited<ReturnType<typeof listTerms>>[number]

/** The programme of an advertiser, as far as its terms need it; undefined while there is none. */
export function findOwnProgram(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return db
    .selectFrom('program')
    .select(['id', 'advertiserId', 'status', 'title', 'noticeDays'])
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
}

/** The versions of a programme that hold now and later. */
export interface CurrentVersions {
  /** All versions, newest first. */
  all: readonly Version[]
  inForce: Version | undefined
  /** Published, not yet in force, and not replaced: the one that begins first, of those that change more than a fee. */
  scheduled: Version | undefined
  /** The first version to come with another fee than the one in force, which an operator has set. */
  withNextFee: Version | undefined
}

/** Reads the versions of a programme. */
export async function readVersions(db: Db, { programId, now }: { programId: bigint; now: Date }) {
  const all = await listTerms(db, { programIds: [programId] })
  const inForce = termsInForce(all, now)
  const scheduled = all
    .filter((each) => termsState(each, all, now) === 'scheduled')
    .toSorted((one, other) => one.effectiveFrom.getTime() - other.effectiveFrom.getTime())
  return {
    all,
    inForce,
    scheduled: scheduled.find(({ isRepetition }) => !isRepetition),
    withNextFee: inForce && scheduled.find((each) => !hasSameFee(each, inForce)),
  } satisfies CurrentVersions
}

function hasSameFee(one: Version, other: Version): boolean {
  return one.feeBasis === other.feeBasis && one.feePpm === other.feePpm
}

/** Reads the rules of a version, indexed with its rates, and what it says about all orders. */
export async function readBook(db: Db, { id, ruleCount, rates, ...terms }: Version): Promise<VersionBook> {
  const byEvent = new Map(rates.map((rate) => [rate.event, rate]))
  return { ...(await readRateBook(db, { termsId: id, ruleCount, rates: byEvent })), terms }
}
