import { sql } from 'kysely'
import type { Db } from '#database'
import { indexHosts } from '#domains/advertisers/rules.ts'
import type { SecretKind } from '#domains/advertisers/rules.ts'
import { termsInForce, toRate } from '#domains/programs/rules.ts'
import type { CouponRule, Rate, TermsVersion } from '#domains/programs/rules.ts'
import { ProgramMembers, readMembers } from './members.ts'
import type { Members } from './members.ts'

/** A publisher's site, found by its key. */
export interface CatalogSite {
  siteId: bigint
  publisherId: bigint
  /** The site is active and its publisher's account is approved. */
  isActive: boolean
  /** The state of the publisher's account in which hits do not count; null while they do. */
  restriction: 'suspended' | 'closed' | null
}

/** One version of a programme's terms; never changes. */
export interface CatalogTerms extends TermsVersion {
  termsId: bigint
  windowDays: number
  validationDays: number
  couponRule: CouponRule
  currency: string
  /** By event. */
  rates: ReadonlyMap<string, Rate>
}

/** An advertiser with its programme, as far as clicks and postbacks need it. */
export interface CatalogAdvertiser {
  advertiserId: bigint
  name: string
  /** The advertiser is active and its programme is open. */
  isOpen: boolean
  /** The parameter in which the advertiser expects our click token. */
  clickParam: string
  /** All versions, past and future; `termsInForce` chooses one. */
  terms: readonly CatalogTerms[]
  /** Changes in place with each membership. */
  joinedPublisherIds: ProgramMembers
}

/** A postback secret that is valid. */
export interface CatalogSecret {
  advertiserId: bigint
  kind: SecretKind
}

/** Sites, advertisers and terms at one moment, for lookups without a database read. A change creates a new catalog. */
export interface Catalog {
  sites: ReadonlyMap<string, CatalogSite>
  /** By id. */
  advertisers: ReadonlyMap<bigint, CatalogAdvertiser>
  /** By host, see `getHost` and `indexHosts`. */
  advertisersByHost: ReadonlyMap<string, CatalogAdvertiser>
  /** By token, without the revoked ones. */
  secrets: ReadonlyMap<string, CatalogSecret>
  /** By id: all versions, past and future. */
  terms: ReadonlyMap<bigint, CatalogTerms>
}

const DEFAULT_CLICK_PARAM = 'click_id'

/** Reads the catalog as of one moment, with the given members or else with those of the database. */
export async function loadCatalog(db: Db, given?: Members): Promise<Catalog> {
  const members = given ?? (await readMembers(db))
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(readTables)
  const terms = buildTerms(rows)
  const advertisers = buildAdvertisers(rows, { terms, members })
  return {
    sites: new Map(rows.sites.map(({ key, ...site }) => [key, site])),
    advertisers,
    advertisersByHost: indexHosts(
      rows.domains.flatMap(({ advertiserId, host }) => {
        const advertiser = advertisers.get(advertiserId)
        return advertiser ? [[host, advertiser] as const] : []
      }),
    ),
    secrets: new Map(rows.secrets.map(({ token, ...secret }) => [token, secret])),
    terms,
  }
}

/** Looks up terms in the catalog that `getCatalog` answers at that moment. */
export function lookUpTerms(getCatalog: () => Catalog) {
  return {
    findTerms: (termsId: bigint) => getCatalog().terms.get(termsId),
    findTermsAt: (advertiserId: bigint, at: Date) =>
      termsInForce(getCatalog().advertisers.get(advertiserId)?.terms ?? [], at),
  }
}

/** `closed` is before `suspended` in the alphabet too. */
const restriction = sql<CatalogSite['restriction']>`(
  SELECT min(state) FROM account_state
  WHERE publisher_id = site.publisher_id AND state IN ('suspended', 'closed') AND ended_at IS NULL
)`.as('restriction')

type Rows = Awaited<ReturnType<typeof readTables>>

async function readTables(tx: Db) {
  return {
    sites: await tx
      .selectFrom('site')
      .innerJoin('publisher', 'publisher.id', 'site.publisherId')
      .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
      .select(['site.key', 'site.id as siteId', 'site.publisherId'])
      .select(sql<boolean>`site.is_active AND account.review_status = 'approved'`.as('isActive'))
      .select(restriction)
      .execute(),
    advertisers: await tx.selectFrom('advertiser').select(['id', 'name', 'status']).execute(),
    domains: await tx.selectFrom('advertiserDomain').select(['advertiserId', 'host']).execute(),
    secrets: await tx
      .selectFrom('postbackSecret')
      .select(['advertiserId', 'kind', 'token'])
      .where('revokedAt', 'is', null)
      .execute(),
    programs: await tx.selectFrom('program').select(['id', 'advertiserId', 'status', 'clickParam']).execute(),
    terms: await tx
      .selectFrom('programTerms')
      .select(['id', 'programId', 'version', 'windowDays', 'validationDays', 'currency', 'couponRule', 'effectiveFrom'])
      .execute(),
    rates: await tx.selectFrom('programRate').selectAll().execute(),
  }
}

function buildTerms(rows: Rows): Map<bigint, CatalogTerms> {
  const rates = Map.groupBy(rows.rates, (rate) => rate.termsId)
  return new Map(
    rows.terms.map(({ id, programId: _, ...terms }) => {
      const own = (rates.get(id) ?? []).map((rate) => [rate.event, toRate(rate)] as const)
      return [id, { termsId: id, ...terms, rates: new Map(own) }]
    }),
  )
}

interface AdvertiserParts {
  terms: ReadonlyMap<bigint, CatalogTerms>
  members: Members
}

function buildAdvertisers(rows: Rows, { terms, members }: AdvertiserParts): Map<bigint, CatalogAdvertiser> {
  const programs = new Map(rows.programs.map((program) => [program.advertiserId, program]))
  const versions = Map.groupBy(rows.terms, (row) => row.programId)
  return new Map(
    rows.advertisers.map(({ id, name, status }) => {
      const program = programs.get(id)
      const own = program === undefined ? [] : (versions.get(program.id) ?? [])
      const advertiser: CatalogAdvertiser = {
        advertiserId: id,
        name,
        isOpen: status === 'active' && program?.status === 'open',
        clickParam: program?.clickParam ?? DEFAULT_CLICK_PARAM,
        terms: own.flatMap((row) => terms.get(row.id) ?? []),
        joinedPublisherIds: program === undefined ? new ProgramMembers() : members.of(program.id),
      }
      return [id, advertiser]
    }),
  )
}
