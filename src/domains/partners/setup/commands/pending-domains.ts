import { declareDomain, lockAdvertiser, removeDomain } from '#domains/people/advertisers/commands.ts'
import { getHost, isLocalHostname, parseHost } from '#domains/people/advertisers/rules.ts'
import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createToken } from '#platform/server/secrets/opaque-token.ts'
import { findOwnProgram } from '../queries/setup.ts'
import { MAX_PENDING_DOMAINS } from '../rules.ts'

/** Names a host that waits for its proof. */
export interface PendingDomainKey {
  advertiserId: bigint
  pendingDomainId: bigint
}

/** A host as a brand types it: a name with or without a port, or the address of a page. */
export interface PendingDomainInput {
  advertiserId: bigint
  host: string
  /** Whether a local host may be named, for a shop on the same machine as the network. */
  isLocalAllowed: boolean
}

/** Names a host that the brand will prove. Refuses a host that an advertiser has declared. */
export function declarePendingDomain(ctx: Ctx, { advertiserId, host: typed, isLocalAllowed }: PendingDomainInput) {
  const host = readHost(typed, isLocalAllowed)
  return inTransaction(ctx, async (tx) => {
    await lockAdvertiser(tx, advertiserId)
    await refuseDeclared(tx, advertiserId, host)
    const { id } = await refuseViolation(
      tx.db
        .insertInto('pendingDomain')
        .values({ advertiserId, host, token: createToken(), createdAt: tx.now })
        .returning('id')
        .executeTakeFirstOrThrow(),
      { pending_domain_host: invalidField('hostname', { code: 'setup.host_pending' }, 'taken') },
    )
    await checkCount(tx, advertiserId)
    await audit(tx, { action: 'pending_domain.declare', target: `advertiser:${advertiserId}`, details: { host } })
    return { pendingDomainId: id, host }
  })
}

/** Withdraws a host that waits for its proof. */
export function removePendingDomain(ctx: Ctx, key: PendingDomainKey): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { host } = await takePendingDomain(tx, key)
    await audit(tx, { action: 'pending_domain.remove', target: `advertiser:${key.advertiserId}`, details: { host } })
  })
}

/** Declares a host that a brand named, because it was proved or because an operator vouches for it. */
export function declareProvedDomain(ctx: Ctx, key: PendingDomainKey, proof: 'file' | 'record' | 'operator') {
  const { advertiserId } = key
  return inTransaction(ctx, async (tx) => {
    const { host } = await takePendingDomain(tx, key)
    const { domainId } = await declareDomain(tx, { advertiserId, host, isLocalAllowed: true })
    await audit(tx, { action: 'domain.prove', target: `advertiser:${advertiserId}`, details: { host, proof } })
    return { domainId, host }
  })
}

/**
 * Removes a declared host for its brand. Refuses the last one of a programme that is not a draft. The lock of the
 * programme keeps its opening, and the removal of another host, waiting.
 */
export function removeOwnDomain(ctx: Ctx, { advertiserId, domainId }: { advertiserId: bigint; domainId: bigint }) {
  return inTransaction(ctx, async (tx) => {
    const program = await findOwnProgram(tx.db, { advertiserId })
    const locked = program && (await lockProgram(tx, program.id))
    await removeDomain(tx, { advertiserId, domainId })
    if (locked === undefined || locked.status === 'draft') return
    const left = await tx.db
      .selectFrom('advertiserDomain')
      .select('id')
      .where('advertiserId', '=', advertiserId)
      .executeTakeFirst()
    if (!left) throw new Refusal({ code: 'setup.last_host', status: 409 })
  })
}

/** Reads and removes a host that waits for its proof. Refuses an unknown id as not found. */
async function takePendingDomain(tx: Ctx, { advertiserId, pendingDomainId }: PendingDomainKey) {
  const row = await tx.db
    .deleteFrom('pendingDomain')
    .where('id', '=', pendingDomainId)
    .where('advertiserId', '=', advertiserId)
    .returning('host')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

function readHost(typed: string, isLocalAllowed: boolean): string {
  const url = /^https?:\/\//i.test(typed) ? URL.parse(typed) : null
  const parsed = parseHost(url ? getHost(url) : typed)
  if (parsed === undefined || (isLocalHostname(parsed.hostname) && !isLocalAllowed)) {
    throw invalidField('hostname', { code: 'advertiser.hostname' })
  }
  return parsed.port === null ? parsed.hostname : `${parsed.hostname}:${parsed.port}`
}

async function refuseDeclared(tx: Ctx, advertiserId: bigint, host: string): Promise<void> {
  const declared = await tx.db
    .selectFrom('advertiserDomain')
    .select('advertiserId')
    .where('host', '=', host)
    .executeTakeFirst()
  if (!declared) return
  const code = declared.advertiserId === advertiserId ? 'setup.host_own' : 'setup.host_taken'
  throw invalidField('hostname', { code }, 'taken')
}

async function checkCount(tx: Ctx, advertiserId: bigint): Promise<void> {
  const { count } = await tx.db
    .selectFrom('pendingDomain')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirstOrThrow()
  if (count <= MAX_PENDING_DOMAINS) return
  throw new Refusal({ code: 'setup.too_many_hosts', params: { max: MAX_PENDING_DOMAINS }, status: 409 })
}
