import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ExpressionBuilder } from 'kysely'
import type { Database, Db } from '#database'
import { notFound } from '#kernel/errors.ts'
import type { MethodPolicy } from '#kernel/lists/promotion-methods.ts'
import type { Page } from '#kernel/paging.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { readPage } from '#platform/server/database/read-page.ts'
import { listTerms } from './terms.ts'

/** The statuses of programmes with a public page. Drafts and closed programmes have none. */
const VISIBLE = ['open', 'paused'] as const

/** The filter of the public list of merchants. An absent field filters nothing. */
export interface MerchantFilter {
  /** A part of the name or title. */
  keyword: string
  /** A country where they sell. Merchants that sell worldwide match too. */
  country?: string | undefined
  page: Page
}

/** Lists merchants with an open programme by name. `count` covers all pages. */
export async function listMerchants(db: Db, { keyword, country, page }: MerchantFilter) {
  let matching = openMerchants(db)
  if (keyword !== '') {
    matching = matching.where((row) =>
      row.or([
        row('advertiser.name', 'ilike', containing(keyword)),
        row('program.title', 'ilike', containing(keyword)),
      ]),
    )
  }
  if (country !== undefined) {
    matching = matching.where((row) =>
      row.exists(
        row
          .selectFrom('programCountry')
          .whereRef('programId', '=', 'program.id')
          .where('countryCode', 'in', [country, 'GLOBAL']),
      ),
    )
  }
  const ordered = matching
    .select(['program.publicId', 'program.slug', 'program.title', 'program.commissionText', 'advertiser.name'])
    .select('program.logoDigest')
    .select((row) => selectCountries(row).as('countries'))
    .orderBy((row) => row.fn('lower', ['advertiser.name']))
    .orderBy('program.id')
  const { count, rows: merchants } = await readPage(page, matching, ordered)
  return { count, merchants }
}

/** Lists the countries that open programmes sell to, each once. */
export async function listMerchantCountries(db: Db): Promise<string[]> {
  const rows = await openMerchants(db)
    .innerJoin('programCountry', 'programCountry.programId', 'program.id')
    .select('programCountry.countryCode')
    .distinct()
    .orderBy('programCountry.countryCode')
    .execute()
  return rows.map(({ countryCode }) => countryCode)
}

/**
 * Reads one merchant's programme with countries, methods and all versions of its terms. Refuses as not found when id
 * and slug do not belong together, and when the programme is not public.
 */
export async function getMerchant(db: Db, { publicId, slug }: { publicId: number; slug: string }) {
  const merchant = await db
    .selectFrom('program')
    .innerJoin('advertiser', 'advertiser.id', 'program.advertiserId')
    .selectAll('program')
    .select(['advertiser.name', 'advertiser.website', 'advertiser.status as advertiserStatus'])
    .select((row) => [
      selectCountries(row).as('countries'),
      jsonArrayFrom(
        row
          .selectFrom('programMethod')
          .select(['method', 'policy'])
          .$narrowType<{ policy: MethodPolicy }>()
          .whereRef('programId', '=', 'program.id'),
      ).as('methods'),
    ])
    .where('program.slug', '=', slug)
    .where('program.publicId', '=', publicId)
    .where('program.status', 'in', VISIBLE)
    .executeTakeFirst()
  if (!merchant) throw notFound()
  return { ...merchant, terms: await listTerms(db, { programIds: [merchant.id] }) }
}

/** Lists the addresses of at most `limit` merchants with an open programme for the sitemap, newest first. */
export function listMerchantAddresses(db: Db, { limit }: { limit: number }) {
  return openMerchants(db)
    .select(['program.publicId', 'program.slug', 'program.createdAt'])
    .orderBy('program.createdAt', 'desc')
    .orderBy('program.id', 'desc')
    .limit(limit)
    .execute()
}

function openMerchants(db: Db) {
  return db
    .selectFrom('program')
    .innerJoin('advertiser', 'advertiser.id', 'program.advertiserId')
    .where('program.status', '=', 'open')
    .where('advertiser.status', '=', 'active')
}

function selectCountries(row: ExpressionBuilder<Database, 'program'>) {
  return jsonArrayFrom(
    row
      .selectFrom('programCountry')
      .select('countryCode as code')
      .whereRef('programId', '=', 'program.id')
      .orderBy('countryCode'),
  )
}
