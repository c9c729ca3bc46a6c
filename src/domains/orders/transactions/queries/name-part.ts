import { sql } from 'kysely'
import type { Db } from '#database'
import { regionName } from '#kernel/regions.ts'
import type { OrderPart } from './order-parts.ts'

/** What a click can have as its country. An address can hold other values, which have no name. */
const COUNTRY = /^[A-Z]{2}$/

interface OwnPart extends OrderPart {
  advertiserId: bigint
  locale: 'en' | 'zh'
}

/**
 * Finds the name of a promotion, a group, a country or a rule (`2:3`: version and number) by which an advertiser's
 * orders are listed. Null for what names itself, and for what is not the advertiser's.
 */
export async function namePart(db: Db, { advertiserId, locale, dimension, value }: OwnPart): Promise<string | null> {
  if (value === '') return null
  if (dimension === 'country') return COUNTRY.test(value) ? regionName(value, locale) : null
  if (dimension === 'promotion') {
    const named = db
      .selectFrom('promotion')
      .select('title as name')
      .where(sql`id::text`, '=', value)
    return (await named.where('advertiserId', '=', advertiserId).executeTakeFirst())?.name ?? null
  }
  if (dimension === 'rule') return nameRule(db, { advertiserId, value })
  if (dimension !== 'group') return null
  const named = db
    .selectFrom('publisherGroup as named')
    .innerJoin('program', 'program.id', 'named.programId')
    .select('named.name')
    .where('program.advertiserId', '=', advertiserId)
    .where(sql`named.id::text`, '=', value)
  return (await named.executeTakeFirst())?.name ?? null
}

async function nameRule(db: Db, { advertiserId, value }: { advertiserId: bigint; value: string }) {
  const [termsId = '', number = ''] = value.split(':')
  const found = await db
    .selectFrom('programTerms as terms')
    .innerJoin('program', 'program.id', 'terms.programId')
    .select('terms.version')
    .where('program.advertiserId', '=', advertiserId)
    .where(sql`terms.id::text`, '=', termsId)
    .executeTakeFirst()
  return found ? `${found.version}:${number}` : null
}
