import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { formatInvoiceNumber } from '#kernel/invoice-number.ts'
import { foldCode } from '#domains/tracking/promotions/rules.ts'
import type { SearchResult } from '../contract.ts'
import type { SearchTerm } from '../rules.ts'
import { escapePattern } from './find-operator-things.ts'

const LIMIT = 5

/** A result, with what its page searches for if that is part of the path. */
type Found = SearchResult & { keyword?: string }

type Select = RawBuilder<Found>

/** Finds what an advertiser sees: publishers of its programme, its promotions, invoices and hosts. */
export async function findForAdvertiser(db: Db, advertiserId: bigint, term: SearchTerm): Promise<SearchResult[]> {
  const { name, host, invoice, text } = term
  const parts: (Select | false)[] = [
    invoice !== undefined &&
      sql`SELECT 'invoice' AS kind, ${formatInvoiceNumber(invoice)}::text AS title, '' AS detail,
        '/brand/billing' AS path FROM invoice WHERE number = ${invoice} AND advertiser_id = ${advertiserId}`,
    host !== undefined &&
      sql`SELECT 'host' AS kind, host AS title, '' AS detail, '/brand/hosts' AS path FROM advertiser_domain
        WHERE host = ${host} AND advertiser_id = ${advertiserId}`,
    sql`SELECT 'promotion' AS kind, code || ' · ' || title AS title, '' AS detail, '/brand/promotions/' || id AS path
      FROM promotion WHERE upper(code) = ${foldCode(text)} AND advertiser_id = ${advertiserId}
      ORDER BY id DESC LIMIT ${LIMIT}`,
    name !== undefined && selectMembers(advertiserId, name),
  ]
  return readAll(db, parts)
}

/** The publishers of a programme are few enough to compare their names. */
function selectMembers(advertiserId: bigint, name: string): Select {
  return sql`SELECT 'publisher' AS kind, publisher.name AS title, '' AS detail,
      '/brand/transactions?keyword=' AS path, publisher.name AS keyword
    FROM program JOIN membership ON membership.program_id = program.id
    JOIN publisher ON publisher.id = membership.publisher_id
    WHERE program.advertiser_id = ${advertiserId} AND lower(publisher.name) LIKE ${`${escapePattern(name)}%`}
    ORDER BY publisher.name, publisher.id LIMIT ${LIMIT}`
}

interface OwnPublisher {
  publisherId: bigint
  /** Only orders of this site, and no money. */
  siteId?: bigint | undefined
}

/** Finds what a publisher sees: its payouts and sites, advertisers that it knows and their coupons. */
export async function findForPublisher(db: Db, own: OwnPublisher, term: SearchTerm): Promise<SearchResult[]> {
  const { publisherId, siteId } = own
  const { name, uuid, siteKey, text } = term
  const isOwner = siteId === undefined
  const parts: (Select | false)[] = [
    isOwner &&
      uuid !== undefined &&
      sql`SELECT 'payout' AS kind, coalesce(reference, id::text) AS title, '' AS detail, '/payments/' || id AS path
        FROM payout WHERE publisher_id = ${publisherId} AND id = ${uuid} AND status <> 'draft'`,
    isOwner &&
      siteKey !== undefined &&
      sql`SELECT 'site' AS kind, name AS title, url AS detail, '/account#sites' AS path FROM site
        WHERE key = ${siteKey} AND publisher_id = ${publisherId}`,
    sql`SELECT 'promotion' AS kind, promotion.code || ' · ' || promotion.title AS title,
        advertiser.name AS detail, '/promotions?text=' AS path, promotion.code AS keyword
      FROM promotion JOIN advertiser ON advertiser.id = promotion.advertiser_id
      WHERE upper(promotion.code) = ${foldCode(text)} AND promotion.advertiser_id IN (
        SELECT program.advertiser_id FROM membership JOIN program ON program.id = membership.program_id
        WHERE membership.publisher_id = ${publisherId} AND membership.status = 'joined'
      ) ORDER BY promotion.id DESC LIMIT ${LIMIT}`,
    name !== undefined &&
      sql`SELECT 'advertiser' AS kind, advertiser.name AS title, '' AS detail,
        '/advertisers?keyword=' AS path, advertiser.name AS keyword
      FROM membership JOIN program ON program.id = membership.program_id
      JOIN advertiser ON advertiser.id = program.advertiser_id
      WHERE membership.publisher_id = ${publisherId} AND lower(advertiser.name) LIKE ${`${escapePattern(name)}%`}
      ORDER BY advertiser.name, advertiser.id LIMIT ${LIMIT}`,
  ]
  return readAll(db, parts)
}

async function readAll(db: Db, parts: readonly (Select | false)[]): Promise<SearchResult[]> {
  const found: SearchResult[] = []
  for (const part of parts) if (part !== false) found.push(...(await part.execute(db)).rows.map(addKeyword))
  return found
}

function addKeyword({ keyword, ...result }: Found): SearchResult {
  return keyword === undefined ? result : { ...result, path: `${result.path}${encodeURIComponent(keyword)}` }
}
