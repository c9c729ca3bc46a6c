import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#database'
import { findFirstOwner } from '#domains/people/teams/queries.ts'
import { notFound } from '#kernel/errors.ts'
import { NO_COMPANY, indexHosts, siblingHost } from './rules.ts'
import type { Company, SecretKind } from './rules.ts'

/** An advertiser with the e-mail of the owner who joined first. Refuses an unknown id as not found. */
export async function getAdvertiser(db: Db, { advertiserId }: { advertiserId: bigint }) {
  const row = await db.selectFrom('advertiser').selectAll().where('id', '=', advertiserId).executeTakeFirst()
  if (!row) throw notFound()
  const owner = await findFirstOwner(db, { advertiserId })
  return { ...row, accountEmail: owner?.email ?? null }
}

/** The names of advertisers by their ids. */
export async function readNames(db: Db, advertiserIds: readonly bigint[]): Promise<Map<bigint, string>> {
  if (advertiserIds.length === 0) return new Map()
  const rows = await db.selectFrom('advertiser').select(['id', 'name']).where('id', 'in', advertiserIds).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * The declared hosts of an advertiser with their regions, both in alphabetical order; `text` says what a region pays.
 */
export function listDomains(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return db
    .selectFrom('advertiserDomain as domain')
    .select((row) => [
      'domain.id',
      'domain.host',
      jsonArrayFrom(
        row
          .selectFrom('advertiserRegion as region')
          .select(['region.regionCode as code', 'region.commissionText as text'])
          .whereRef('region.domainId', '=', 'domain.id')
          .orderBy('region.regionCode'),
      ).as('regions'),
    ])
    .where('domain.advertiserId', '=', advertiserId)
    .orderBy('domain.host')
    .execute()
}

/** The hosts to which links of an advertiser lead: those that it declared, and their siblings; see `indexHosts`. */
export async function listLinkableHosts(
  db: Db,
  { advertiserId }: { advertiserId: bigint },
): Promise<ReadonlySet<string>> {
  const own = await db.selectFrom('advertiserDomain').select('host').where('advertiserId', '=', advertiserId).execute()
  if (own.length === 0) return new Set()
  const near = own.flatMap(({ host }) => [host, siblingHost(host)])
  const declared = await db
    .selectFrom('advertiserDomain')
    .select(['host', 'advertiserId'])
    .where('host', 'in', near)
    .execute()
  const owners = indexHosts(declared.map((domain) => [domain.host, domain.advertiserId] as const))
  return new Set(near.filter((host) => owners.get(host) === advertiserId))
}

/** All postback secrets of an advertiser, revoked ones included, newest first. */
export function listSecrets(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return db
    .selectFrom('postbackSecret')
    .select(['id', 'kind', 'hint', 'createdAt', 'expiresAt', 'revokedAt'])
    .where('advertiserId', '=', advertiserId)
    .orderBy('id', 'desc')
    .execute()
}

/** The secrets, all or of a kind, that a postback of the advertiser may carry now, newest first. */
export function listValidSecrets(db: Db, { advertiserId, kind }: { advertiserId: bigint; kind?: SecretKind }) {
  return db
    .selectFrom('postbackSecret')
    .select(['id', 'kind', 'hint', 'createdAt', 'expiresAt', 'revokedAt'])
    .where('advertiserId', '=', advertiserId)
    .where((row) => (kind === undefined ? row.lit(true) : row('kind', '=', kind)))
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

/** Reads the company of an advertiser; what was not given is empty. */
export async function getCompany(db: Db, { advertiserId }: { advertiserId: bigint }): Promise<Company> {
  const row = await db.selectFrom('company').selectAll().where('advertiserId', '=', advertiserId).executeTakeFirst()
  return row ?? NO_COMPANY
}
