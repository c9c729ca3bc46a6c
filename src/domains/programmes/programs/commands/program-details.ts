import { isRegionCode } from '#kernel/regions.ts'
import { invalidField } from '#kernel/errors.ts'
import type { MethodPolicy, PromotionMethod } from '#kernel/lists/promotion-methods.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announcePageChange } from '#platform/server/database/notify.ts'

/** Leaves the texts of a programme out of an audit line, because the name of a person may stand in them. */
export const NO_TEXTS = { title: undefined, slug: undefined, description: undefined, commissionText: undefined }

/** A programme's policy on one of the 24 methods. */
export interface MethodInput {
  method: PromotionMethod
  policy: MethodPolicy
}

/** Replaces the countries of a programme: country codes or `GLOBAL`. */
export async function replaceCountries(tx: Ctx, programId: bigint, countries: readonly string[]): Promise<void> {
  const unknown = countries.find((code) => !isRegionCode(code))
  if (unknown !== undefined) throw invalidField('countries', { code: 'advertiser.region', params: { code: unknown } })
  await announcePageChange(tx)
  await tx.db.deleteFrom('programCountry').where('programId', '=', programId).execute()
  if (countries.length === 0) return
  const codes = [...new Set(countries)]
  await tx.db
    .insertInto('programCountry')
    .values(codes.map((countryCode) => ({ programId, countryCode })))
    .execute()
}

/** Replaces a programme's policies; a method without one is not allowed. */
export async function replaceMethods(tx: Ctx, programId: bigint, methods: readonly MethodInput[]): Promise<void> {
  await announcePageChange(tx)
  await tx.db.deleteFrom('programMethod').where('programId', '=', programId).execute()
  if (methods.length === 0) return
  await tx.db
    .insertInto('programMethod')
    .values(methods.map(({ method, policy }) => ({ programId, method, policy })))
    .execute()
}

/** The refusals for the constraints of the table `program`. */
export const programViolations = {
  program_slug: invalidField('slug', { code: 'program.slug_taken' }, 'taken'),
  // A programme can have a name that was reserved later; its next change has to choose another one.
  program_click_param_reserved: invalidField('click_param', { code: 'program.click_param_reserved' }),
  program_advertiser_id_key: invalidField('advertiser_id', { code: 'program.exists' }, 'taken'),
}
