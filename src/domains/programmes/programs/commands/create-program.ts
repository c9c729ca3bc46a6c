import { getAdvertiser } from '#domains/people/advertisers/queries.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/database/notify.ts'
import { slugFor } from '../rules.ts'
import type { JoinMode } from '../rules.ts'
import { NO_TEXTS, programViolations, replaceCountries, replaceMethods } from './program-details.ts'
import type { MethodInput } from './program-details.ts'

/** The values of a new programme. */
export interface NewProgram {
  advertiserId: bigint
  title: string
  /** The last part of the public address, unique; made from the title when missing. */
  slug?: string
  /** The number in the public address, not unique; the advertiser's id when missing. */
  publicId?: number
  description?: string
  commissionText?: string
  joinMode?: JoinMode
  /** The query parameter that carries the click token to the advertiser. */
  clickParam?: string
  countries?: readonly string[]
  methods?: readonly MethodInput[]
}

/** Creates the programme of an advertiser as a draft. `updateProgram` opens it once it has terms. */
export function createProgram(ctx: Ctx, input: NewProgram) {
  const { advertiserId, countries = [], methods = [], ...given } = input
  return inTransaction(ctx, async (tx) => {
    await getAdvertiser(tx.db, { advertiserId })
    const program = {
      ...given,
      advertiserId,
      slug: given.slug ?? slugFor(given.title),
      publicId: given.publicId ?? Number(advertiserId),
      status: 'draft' as const,
      joinMode: given.joinMode ?? 'review',
    }
    const { id } = await refuseViolation(
      tx.db
        .insertInto('program')
        .values({ ...program, createdAt: tx.now })
        .returning('id')
        .executeTakeFirstOrThrow(),
      programViolations,
    )
    await replaceCountries(tx, id, countries)
    await replaceMethods(tx, id, methods)
    await announceCatalogChange(tx)
    await announcePageChange(tx)
    const details = { ...program, ...NO_TEXTS, countries, methods }
    await audit(tx, { action: 'program.create', target: `program:${id}`, details })
    return { programId: id }
  })
}
