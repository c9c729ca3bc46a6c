import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#database'
import { getHost, indexHosts } from '#domains/people/advertisers/rules.ts'
import type { SecretKind } from '#domains/people/advertisers/rules.ts'
import { termsInForce } from '#domains/programmes/programs/rules.ts'
import { RateBooks, readRateBook } from '#domains/programmes/rates/queries/rule-books.ts'
import type { RuledTerms } from '#domains/programmes/rates/queries/rule-books.ts'
import { toRate } from '#domains/programmes/rates/rules/rate.ts'
import type { CouponRule, TermsVersion } from '#domains/programmes/programs/rules.ts'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import { Members, ProgramMembers } from './members.ts'
import { ShortLinks } from './short-links.ts'
import type { CatalogSite, CatalogSites } from './sites.ts'

/** One version of a programme's terms; never changes. */
export interface CatalogTerms extends TermsVersion {
  termsId: bigint
  windowDays: number
  validationDays: number
  couponRule: CouponRule
  currency: string
  ruleCount: number
  /** By event. */
  rates: ReadonlyMap<string, Rate>
}

/** An advertiser with its programme, as far as clicks and postbacks need it. */
export interface CatalogAdvertiser {
  advertiserId: bigint
  name: string
  /** The advertiser is active and its programme is open. */
  isOpen: boolean
  /** The programme is paused. */
  isPaused: boolean
  /** The parameter in which the advertiser expects our click token. */
  clickParam: string
  /** All versions, past and future; `termsInForce` chooses one. */
  terms: readonly CatalogTerms[]
  /** The regions of each host to which its links may lead. */
  regionsByHost: ReadonlyMap<string, readonly string[]>
  /** Changes in place with each membership. */
  joinedPublisherIds: ProgramMembers
}

/** A postback secret that is valid. */
export interface CatalogSecret {
  advertiserId: bigint
  kind: SecretKind
}

/**
 * Sites, and advertisers and terms at one moment, for lookups without a database read. A change of advertisers or terms
 * creates a new catalog; sites, short links and members change in place.
 */
export interface Catalog {
  /** By key. */
  sites: ReadonlyMap<string, CatalogSite>
  /** By ending. */
  shortLinks: Pick<ShortLinks, 'get'>
  /** By id. */
  advertisers: ReadonlyMap<bigint, CatalogAdvertiser>
  /** By host, see `getHost` and `indexHosts`. */
  advertisersByHost: ReadonlyMap<string, CatalogAdvertiser>
  /** By the hash of the token, without the revoked ones; see `findSecret`. */
  secrets: ReadonlyMap<string, CatalogSecret>
  /** By id: all versions, past and future. */
  terms: ReadonlyMap<bigint, CatalogTerms>
}

/** How the hash of a token is written as a key. */
const KEY_ENCODING = 'base64'

const DEFAULT_CLICK_PARAM = 'click_id'

/** The parts of a catalog that change in place. */
interface ChangingParts {
  sites: CatalogSites
  shortLinks: ShortLinks
  members: Members
}

/** Reads the catalog as of one moment, with the given sites and members; without them it has none. */
export async function loadCatalog(db: Db, given?: ChangingParts): Promise<Catalog> {
  const { sites = new Map(), shortLinks = new ShortLinks(), members = new Members() } = given ?? {}
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(readTables)
  const terms = buildTerms(rows)
  const advertisers = buildAdvertisers(rows, { terms, members })
  return {
    sites,
    shortLinks,
    advertisers,
    advertisersByHost: indexHosts(
      rows.domains.flatMap(({ advertiserId, host }) => {
        const advertiser = advertisers.get(advertiserId)
        return advertiser ? [[host, advertiser] as const] : []
      }),
    ),
    secrets: new Map(rows.secrets.map(({ tokenHash, ...secret }) => [tokenHash.toString(KEY_ENCODING), secret])),
    terms,
  }
}

/** Finds the secret of a token. */
export function findSecret({ secrets }: Pick<Catalog, 'secrets'>, token: string): CatalogSecret | undefined {
  return secrets.get(hash('sha256', token, KEY_ENCODING))
}

/**
 * Looks up terms in the catalog that `getCatalog` answers at that moment, and their rules in memory or, once, in the
 * database.
 */
export function lookUpTerms(getCatalog: () => Catalog, db: Db) {
  const books = new RateBooks(db)
  const findAdvertiser = (advertiserId: bigint) => getCatalog().advertisers.get(advertiserId)
  return {
    findTerms: (termsId: bigint) => getCatalog().terms.get(termsId),
    findTermsAt: (advertiserId: bigint, at: Date) => termsInForce(findAdvertiser(advertiserId)?.terms ?? [], at),
    readRates: (terms: RuledTerms) => books.get(terms),
    /** The regions of the domain to which a click led, `undefined` if they differ by click and it is not given. */
    findRegions: (advertiserId: bigint, destination?: string) =>
      findRegions(findAdvertiser(advertiserId)?.regionsByHost ?? new Map(), destination),
  }
}

/** Reads all versions of the terms of one advertiser, as the catalog holds them, and looks them up there. */
export async function loadOwnTerms(db: Db, { advertiserId }: { advertiserId: bigint }) {
  const programs = db.selectFrom('program').select('id').where('advertiserId', '=', advertiserId)
  const terms = await db.selectFrom('programTerms').select(TERMS_COLUMNS).where('programId', 'in', programs).execute()
  const ids = terms.map(({ id }) => id)
  const rates =
    ids.length === 0 ? [] : await db.selectFrom('programRate').selectAll().where('termsId', 'in', ids).execute()
  const versions = buildTerms({ terms, rates })
  const domains = await listRegions(db).where('advertiserId', '=', advertiserId).execute()
  const regionsByHost = indexHosts(domains.map(({ host, regions }) => [host, regions] as const))
  return {
    findTerms: (termsId: bigint) => versions.get(termsId),
    findTermsAt: (ofAdvertiserId: bigint, at: Date) =>
      termsInForce(ofAdvertiserId === advertiserId ? [...versions.values()] : [], at),
    readRates: (version: RuledTerms) => readRateBook(db, version),
    findRegions: (ofAdvertiserId: bigint, destination?: string) =>
      ofAdvertiserId === advertiserId ? findRegions(regionsByHost, destination) : [],
  }
}

const TERMS_COLUMNS = [
  'id',
  'programId',
  'version',
  'windowDays',
  'validationDays',
  'currency',
  'couponRule',
  'effectiveFrom',
  'ruleCount',
] as const

/** The declared hosts with their regions. */
function listRegions(db: Db) {
  const regions = sql<string[]>`ARRAY(SELECT region_code FROM advertiser_region WHERE domain_id = domain.id ORDER BY 1)`
  return db.selectFrom('advertiserDomain as domain').select(['advertiserId', 'host']).select(regions.as('regions'))
}

type RegionsByHost = CatalogAdvertiser['regionsByHost']

/** Finds the regions of the host of a destination; without one, those of all hosts if they are the same. */
function findRegions(byHost: RegionsByHost, destination?: string): readonly string[] | undefined {
  if (destination === undefined) return findCommon([...byHost.values()])
  return (URL.canParse(destination) ? byHost.get(getHost(new URL(destination))) : undefined) ?? []
}

/** Answers the regions if all hosts have the same. */
function findCommon(regions: readonly (readonly string[])[]): readonly string[] | undefined {
  const [first = []] = regions
  return regions.every((each) => each === first || String(each) === String(first)) ? first : undefined
}

type Rows = Awaited<ReturnType<typeof readTables>>

async function readTables(tx: Db) {
  return {
    advertisers: await tx.selectFrom('advertiser').select(['id', 'name', 'status']).execute(),
    domains: await listRegions(tx).execute(),
    secrets: await tx
      .selectFrom('postbackSecret')
      .select(['advertiserId', 'kind', 'tokenHash'])
      .where('revokedAt', 'is', null)
      .execute(),
    programs: await tx.selectFrom('program').select(['id', 'advertiserId', 'status', 'clickParam']).execute(),
    terms: await tx.selectFrom('programTerms').select(TERMS_COLUMNS).execute(),
    rates: await tx.selectFrom('programRate').selectAll().execute(),
  }
}

function buildTerms(rows: Pick<Rows, 'terms' | 'rates'>): Map<bigint, CatalogTerms> {
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
  const domains = Map.groupBy(rows.domains, (row) => row.advertiserId)
  return new Map(
    rows.advertisers.map(({ id, name, status }) => {
      const program = programs.get(id)
      const own = program === undefined ? [] : (versions.get(program.id) ?? [])
      const advertiser: CatalogAdvertiser = {
        advertiserId: id,
        name,
        isOpen: status === 'active' && program?.status === 'open',
        isPaused: program?.status === 'paused',
        clickParam: program?.clickParam ?? DEFAULT_CLICK_PARAM,
        terms: own.flatMap((row) => terms.get(row.id) ?? []),
        regionsByHost: indexHosts((domains.get(id) ?? []).map(({ host, regions }) => [host, regions] as const)),
        joinedPublisherIds: program === undefined ? new ProgramMembers() : members.of(program.id),
      }
      return [id, advertiser]
    }),
  )
}
