import { sql } from 'kysely'
import type { Db } from '#database'
import { toRate } from '../rules/rate.ts'
import type { Rate } from '../rules/rate.ts'
import { indexRules } from '../rules/resolve.ts'
import type { RateBook, RateRule } from '../rules/resolve.ts'

/** A version of the terms as far as its rules concern an order; its rates by event. */
export interface RuledTerms {
  termsId: bigint
  ruleCount: number
  rates: ReadonlyMap<string, Rate>
}

/** Limits what is read of a version: the rules that may hold for one event of some publishers. */
export interface RuleScope {
  event: string
  publisherIds: readonly bigint[]
}

/** Builds the rules that the rates of events are: they name nothing else. */
export function toBaseRules(rates: Iterable<readonly [event: string, rate: Rate]>): RateRule[] {
  const nothing = { publisherId: null, groupId: null, productGroup: null, region: null, customer: null }
  return [...rates].map(([event, rate]) => ({ ...nothing, number: 0, event, startsAt: null, endsAt: null, rate }))
}

/** Reads the rules of a version, all or those in scope, and indexes them with the rates of its events. */
export async function readRateBook(db: Db, { termsId, ruleCount, rates }: RuledTerms, scope?: RuleScope) {
  if (ruleCount === 0) return indexRules(toBaseRules(rates))
  const rules = await listRules(db, { termsId, ...(scope ? { scope } : {}) })
  const groupsOf = await readGroups(db, termsId, scope)
  return indexRules([...toBaseRules(rates), ...rules], groupsOf)
}

/** Lists the rules of a version by number, all or those in scope. */
export async function listRules(
  db: Db,
  { termsId, scope }: { termsId: bigint; scope?: RuleScope },
): Promise<RateRule[]> {
  let query = db.selectFrom('programRule').selectAll().where('termsId', '=', termsId).orderBy('ruleNo')
  if (scope) {
    query = query
      .where('event', '=', scope.event)
      .where(sql<boolean>`(publisher_id IS NULL OR publisher_id = ANY (${[...scope.publisherIds]}::bigint[]))`)
  }
  const rows = await query.execute()
  return rows.map(({ termsId: _, ruleNo, specificity: __, ratePpm, fixedAmount, ...rule }) => ({
    ...rule,
    number: ruleNo,
    rate: toRate({ ratePpm, fixedAmount }),
  }))
}

/** Counts the rules of a version for some events. */
export async function countRules(db: Db, { termsId, events }: { termsId: bigint; events: readonly string[] }) {
  const { count } = await db
    .selectFrom('programRule')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('termsId', '=', termsId)
    .where('event', 'in', [...events])
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function readGroups(db: Db, termsId: bigint, scope?: RuleScope): Promise<Map<bigint, bigint[]>> {
  const { rows } = await sql<{ publisherId: bigint; groupIds: bigint[] }>`
    SELECT publisher_id, array_agg(group_id ORDER BY group_id) AS group_ids
    FROM terms_group_member WHERE terms_id = ${termsId}
      ${scope ? sql`AND publisher_id = ANY (${[...scope.publisherIds]}::bigint[])` : sql``}
    GROUP BY publisher_id`.execute(db)
  return new Map(rows.map(({ publisherId, groupIds }) => [publisherId, groupIds]))
}

/** The rules that a process keeps: of the versions used last, up to this many rules in all. */
const MAX_KEPT_RULES = 200_000

/**
 * Keeps the rules of versions in memory: a version never changes. Versions without rules need no read. What is used
 * least recently is dropped first.
 */
export class RateBooks {
  readonly #db: Db
  readonly #books = new Map<bigint, Promise<RateBook>>()
  readonly #sizes = new Map<bigint, number>()
  #size = 0

  constructor(db: Db) {
    this.#db = db
  }

  /** Answers the rules of a version from memory, or reads them. */
  get(terms: RuledTerms): Promise<RateBook> {
    const kept = this.#books.get(terms.termsId)
    this.#books.delete(terms.termsId)
    const book = kept ?? this.#read(terms)
    this.#books.set(terms.termsId, book)
    return book
  }

  #read(terms: RuledTerms): Promise<RateBook> {
    const size = terms.ruleCount + terms.rates.size
    this.#size += size
    this.#sizes.set(terms.termsId, size)
    for (const oldest of this.#books.keys()) {
      if (this.#size <= MAX_KEPT_RULES) break
      this.#drop(oldest)
    }
    const book = readRateBook(this.#db, terms)
    book.catch(() => this.#drop(terms.termsId))
    return book
  }

  #drop(termsId: bigint): void {
    this.#size -= this.#sizes.get(termsId) ?? 0
    this.#sizes.delete(termsId)
    this.#books.delete(termsId)
  }
}
