import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createToken, hashToken } from '#platform/server/secrets/opaque-token.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/database/notify.ts'
import { addOwner, replaceFirstOwner } from '#domains/people/teams/commands/set-owner.ts'
import { listValidSecrets } from './queries.ts'
import { isRegionCode } from '#kernel/regions.ts'
import { readVatId } from '#kernel/vat-id.ts'
import { MAX_VALID_SECRETS, NO_COMPANY, SECRET_OVERLAP_MS, isLocalHostname, parseHost, secretHint } from './rules.ts'
import type { AdvertiserStatus, Company, SecretKind } from './rules.ts'

/** A region where a domain sells, and the commission there in words. */
export interface RegionInput {
  /** A country code or `GLOBAL`. */
  code: string
  commissionText: string
}

/** Creates an active advertiser. `accountId` is its first owner; `updateAdvertiser` can connect one later. */
export function createAdvertiser(ctx: Ctx, input: { name: string; website: string; accountId?: bigint }) {
  return inTransaction(ctx, async (tx) => {
    const { id } = await tx.db
      .insertInto('advertiser')
      .values({ name: input.name, website: input.website, createdAt: tx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (input.accountId !== undefined) await addOwner(tx, { advertiserId: id, accountId: input.accountId })
    await announceCatalogChange(tx)
    await announcePageChange(tx)
    const details = { accountId: input.accountId ?? null }
    await audit(tx, { action: 'advertiser.create', target: `advertiser:${id}`, details })
    return { advertiserId: id }
  })
}

/**
 * The new values of an advertiser. `accountEmail` names an advertiser account without an advertiser, which becomes an
 * owner in place of the first. Empty disconnects the first owner; absent keeps it.
 */
export interface AdvertiserChange {
  advertiserId: bigint
  name: string
  website: string
  status: AdvertiserStatus
  accountEmail?: string
}

/** Changes an advertiser and its first owner. */
export function updateAdvertiser(ctx: Ctx, input: AdvertiserChange) {
  const { advertiserId, name, website, status, accountEmail } = input
  return inTransaction(ctx, async (tx) => {
    await lockAdvertiser(tx, advertiserId)
    const account = accountEmail === undefined ? {} : { accountId: await findAccountId(tx, accountEmail) }
    if (account.accountId !== undefined) await replaceFirstOwner(tx, { advertiserId, accountId: account.accountId })
    const change = { name, website, status }
    await tx.db
      .updateTable('advertiser')
      .set({ ...change, changedAt: tx.now })
      .where('id', '=', advertiserId)
      .execute()
    await announceCatalogChange(tx)
    await announcePageChange(tx)
    await audit(tx, {
      action: 'advertiser.update',
      target: `advertiser:${advertiserId}`,
      details: { status, ...account, fields: Object.keys({ ...change, ...account }) },
    })
  })
}

/** A host that an advertiser declares. */
export interface DomainInput {
  advertiserId: bigint
  /** As typed: a name, with or without a port; international names are stored in their ASCII form. */
  host: string
  regions?: readonly RegionInput[]
  /** Whether a local host name may be declared, for a shop on the same machine as the network. */
  isLocalAllowed?: boolean
}

/** Declares a host that tracking links may lead to. One host, with its port, belongs to one advertiser. */
export function declareDomain(ctx: Ctx, input: DomainInput) {
  const declared = parseHost(input.host)
  return inTransaction(ctx, async (tx) => {
    if (declared === undefined || (isLocalHostname(declared.hostname) && input.isLocalAllowed !== true)) {
      throw invalidField('hostname', { code: 'advertiser.hostname' })
    }
    await lockAdvertiser(tx, input.advertiserId)
    const { id, host } = await refuseViolation(
      tx.db
        .insertInto('advertiserDomain')
        .values({ advertiserId: input.advertiserId, ...declared, createdAt: tx.now })
        .returning(['id', 'host'])
        .executeTakeFirstOrThrow(),
      { advertiser_domain_host: invalidField('hostname', { code: 'advertiser.hostname_taken' }, 'taken') },
    )
    await replaceRegions(tx, id, input.regions ?? [])
    await tx.db.updateTable('advertiser').set({ changedAt: tx.now }).where('id', '=', input.advertiserId).execute()
    await announceCatalogChange(tx)
    await announcePageChange(tx)
    await audit(tx, { action: 'domain.declare', target: `advertiser:${input.advertiserId}`, details: { host } })
    return { domainId: id, host }
  })
}

/** Replaces the regions of a domain. */
export function setRegions(
  ctx: Ctx,
  input: { advertiserId: bigint; domainId: bigint; regions: readonly RegionInput[] },
) {
  return inTransaction(ctx, async (tx) => {
    await lockAdvertiser(tx, input.advertiserId)
    const { host } = await getDomain(tx, input)
    await replaceRegions(tx, input.domainId, input.regions)
    await audit(tx, {
      action: 'domain.set_regions',
      target: `advertiser:${input.advertiserId}`,
      details: { host, regions: input.regions.map(({ code }) => code) },
    })
  })
}

/** Removes a declared host: from now on no tracking link leads there. */
export function removeDomain(ctx: Ctx, input: { advertiserId: bigint; domainId: bigint }) {
  return inTransaction(ctx, async (tx) => {
    await lockAdvertiser(tx, input.advertiserId)
    const { host } = await getDomain(tx, input)
    await tx.db.deleteFrom('advertiserDomain').where('id', '=', input.domainId).execute()
    await tx.db.updateTable('advertiser').set({ changedAt: tx.now }).where('id', '=', input.advertiserId).execute()
    await announceCatalogChange(tx)
    await announcePageChange(tx)
    await audit(tx, { action: 'domain.remove', target: `advertiser:${input.advertiserId}`, details: { host } })
  })
}

type NewSecret = { advertiserId: bigint; kind?: SecretKind }

/**
 * Creates a postback secret and returns its token, which is shown this once: the database keeps its hash. A secret of
 * its kind that was in use stays valid for another week, so that the shop can change over. Refuses while two secrets of
 * the kind are valid.
 */
export function createPostbackSecret(ctx: Ctx, { advertiserId, kind = 'server' }: NewSecret) {
  return inTransaction(ctx, async (tx) => {
    await lockAdvertiser(tx, advertiserId)
    const valid = await listValidSecrets(tx.db, { advertiserId, kind })
    if (valid.length >= MAX_VALID_SECRETS) {
      throw new Refusal({ code: 'too_many_secrets', params: { max: MAX_VALID_SECRETS }, status: 409 })
    }
    const expiresAt = valid.length === 0 ? null : new Date(tx.now.getTime() + SECRET_OVERLAP_MS)
    await setExpiry(tx, valid, expiresAt)
    const token = createToken()
    const { id } = await tx.db
      .insertInto('postbackSecret')
      .values({ advertiserId, kind, tokenHash: hashToken(token), hint: secretHint(token), createdAt: tx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await announceCatalogChange(tx)
    await audit(tx, { action: 'secret.create', target: `advertiser:${advertiserId}`, details: { secretId: id, kind } })
    return { secretId: id, kind, token, previousUntil: expiresAt }
  })
}

/**
 * Revokes a postback secret. The one of its kind that stays does not end any more. Refuses to revoke the last valid
 * one, because the shop's postbacks would then all be rejected.
 */
export function revokePostbackSecret(ctx: Ctx, { advertiserId, secretId }: { advertiserId: bigint; secretId: bigint }) {
  return inTransaction(ctx, async (tx) => {
    await lockAdvertiser(tx, advertiserId)
    const valid = await listValidSecrets(tx.db, { advertiserId })
    const revoked = valid.find(({ id }) => id === secretId)
    if (!revoked) throw notFound()
    const kept = valid.filter(({ id, kind }) => id !== secretId && kind === revoked.kind)
    if (valid.length === 1) throw new Refusal({ code: 'last_secret', status: 409 })
    await tx.db.updateTable('postbackSecret').set({ revokedAt: tx.now }).where('id', '=', secretId).execute()
    if (kept.every(({ expiresAt }) => expiresAt !== null)) await setExpiry(tx, kept.slice(0, 1), null)
    await announceCatalogChange(tx)
    await audit(tx, { action: 'secret.revoke', target: `advertiser:${advertiserId}`, details: { secretId } })
  })
}

async function setExpiry(tx: Ctx, secrets: readonly { id: bigint }[], expiresAt: Date | null): Promise<void> {
  if (secrets.length === 0) return
  const ids = secrets.map(({ id }) => id)
  await tx.db.updateTable('postbackSecret').set({ expiresAt }).where('id', 'in', ids).execute()
  await announceCatalogChange(tx)
}

/** Revokes the secrets whose week beside their successor is over. */
export function endExpiredSecrets(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .updateTable('postbackSecret')
      .set({ revokedAt: tx.now })
      .where('revokedAt', 'is', null)
      .where('expiresAt', '<=', tx.now)
      .returning(['id', 'advertiserId'])
      .execute()
    if (ended.length === 0) return
    await announceCatalogChange(tx)
    for (const { id: secretId, advertiserId } of ended) {
      await audit(tx, { action: 'secret.end', target: `advertiser:${advertiserId}`, details: { secretId } })
    }
  })
}

/** Stores what is known of the company of a new advertiser, inside the caller's transaction. */
export async function addCompany(tx: Ctx, { advertiserId, ...known }: Partial<Company> & { advertiserId: bigint }) {
  const values = { ...NO_COMPANY, ...known, changedAt: tx.now }
  await tx.db
    .insertInto('company')
    .values({ advertiserId, ...values })
    .execute()
}

/**
 * Stores who stands behind an advertiser. The audit line names no person. Refuses the field `vat_number` when it has
 * not the format of the country.
 */
export function saveCompany(ctx: Ctx, { advertiserId, ...given }: Company & { advertiserId: bigint }): Promise<void> {
  const vatNumber = readVatId(given.vatNumber, { country: given.countryCode, field: 'vat_number' })
  const company = { ...given, vatNumber }
  return inTransaction(ctx, async (tx) => {
    const values = { ...company, changedAt: tx.now }
    await tx.db
      .insertInto('company')
      .values({ advertiserId, ...values })
      .onConflict((conflict) => conflict.column('advertiserId').doUpdateSet(values))
      .execute()
    const details = { countryCode: company.countryCode, fields: Object.keys(company) }
    await audit(tx, { action: 'company.save', target: `advertiser:${advertiserId}`, details })
  })
}

/** Serializes the commands on one advertiser. Refuses an unknown id as not found. */
export async function lockAdvertiser(tx: Ctx, advertiserId: bigint): Promise<void> {
  const row = await tx.db
    .selectFrom('advertiser')
    .select('id')
    .where('id', '=', advertiserId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}

async function getDomain(tx: Ctx, { advertiserId, domainId }: { advertiserId: bigint; domainId: bigint }) {
  const row = await tx.db
    .selectFrom('advertiserDomain')
    .select('host')
    .where('id', '=', domainId)
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function replaceRegions(tx: Ctx, domainId: bigint, regions: readonly RegionInput[]): Promise<void> {
  const unknown = regions.find(({ code }) => !isRegionCode(code))
  if (unknown) throw invalidField('regions', { code: 'advertiser.region', params: { code: unknown.code } })
  if (new Set(regions.map(({ code }) => code)).size < regions.length) {
    throw invalidField('regions', { code: 'advertiser.region_twice' })
  }
  await announceCatalogChange(tx)
  await tx.db.deleteFrom('advertiserRegion').where('domainId', '=', domainId).execute()
  if (regions.length === 0) return
  await tx.db
    .insertInto('advertiserRegion')
    .values(regions.map(({ code, commissionText }) => ({ domainId, regionCode: code, commissionText })))
    .execute()
}

async function findAccountId(tx: Ctx, email: string): Promise<bigint | null> {
  if (email === '') return null
  const row = await tx.db
    .selectFrom('accountSummary')
    .select(['id', 'role'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (row?.role !== 'advertiser') {
    throw invalidField('account_email', { code: 'advertiser.account_unknown' }, 'unknown_account')
  }
  return row.id
}
