import { Refusal, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutboundError } from '#platform/server/outbound/outbound-client.ts'
import type { OutboundClient, OutboundFault } from '#platform/server/outbound/outbound-client.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import { containsToken, getProofRecord, getProofUrl } from '../rules.ts'
import type { FileFault, Proof, RecordFault } from '../rules.ts'
import { declareProvedDomain } from './pending-domains.ts'
import type { PendingDomainKey } from './pending-domains.ts'

/** For the file and for the record, so that the page can answer within ten seconds. */
const TIMEOUT_MS = 8000
const MAX_FILE_BYTES = 4096
const HOURLY_CHECKS = 30

/** The outcome of a check: what proved the host, or why the file and the record do not. */
export type ProofResult = { proof: Proof } | { fileFault: FileFault; recordFault: RecordFault }

/**
 * Looks for the token of a named host in its file and in its TXT records, and declares the host if one of them has it.
 * Fetches from public addresses only and follows no redirect.
 */
export async function checkPendingDomain(
  ctx: Ctx,
  outbound: OutboundClient,
  key: PendingDomainKey,
): Promise<ProofResult> {
  const { advertiserId, pendingDomainId } = key
  const pending = await ctx.db
    .selectFrom('pendingDomain')
    .select(['host', 'token'])
    .where('id', '=', pendingDomainId)
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
  if (!pending) throw notFound()
  await limitRate(ctx, { key: `domain-proof:${advertiserId}`, max: HOURLY_CHECKS, windowSeconds: 3600 })
  const result = await findProof(outbound, pending)
  const later = { ...ctx, now: new Date() }
  if ('proof' in result) await declareProvedDomain(later, key, result.proof)
  else await storeFaults(later, key, result)
  return result
}

async function findProof(outbound: OutboundClient, pending: PendingToken): Promise<ProofResult> {
  const [fileFault, recordFault] = await Promise.all([checkFile(outbound, pending), checkRecords(outbound, pending)])
  if (fileFault === undefined) return { proof: 'file' }
  return recordFault === undefined ? { proof: 'record' } : { fileFault, recordFault }
}

interface PendingToken {
  host: string
  token: string
}

/** Returns undefined when the file has the token. */
async function checkFile(outbound: OutboundClient, { host, token }: PendingToken): Promise<FileFault | undefined> {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_FILE_BYTES, maxRedirects: 0 }
  try {
    const { status, body } = await outbound.get(getProofUrl(host), limits)
    if (status !== 200) return 'status'
    return containsToken(body, token) ? undefined : 'other_text'
  } catch (error) {
    return FAULTS[readFault(error)]
  }
}

const FAULTS = {
  refused: 'not_public',
  timeout: 'unreachable',
  unreachable: 'unreachable',
  too_many_redirects: 'redirect',
} as const satisfies Record<Exclude<OutboundFault, 'busy'>, FileFault>

/** Returns undefined when a record has the token. */
async function checkRecords(outbound: OutboundClient, { host, token }: PendingToken): Promise<RecordFault | undefined> {
  try {
    const records = await outbound.getTxt(getProofRecord(host), { timeoutMs: TIMEOUT_MS })
    if (records.some((record) => containsToken(record, token))) return undefined
    return records.length === 0 ? 'none' : 'other_text'
  } catch (error) {
    readFault(error)
    return 'none'
  }
}

/** Returns why a fetch failed. Refuses while too many run, and throws what is no failure of a fetch. */
function readFault(error: unknown): keyof typeof FAULTS {
  if (!(error instanceof OutboundError)) throw error
  if (error.fault === 'busy') throw new Refusal({ code: 'busy', status: 503, retryAfterSeconds: 5 })
  return error.fault
}

/** Remembers why a check failed. The brand may have withdrawn the host meanwhile. */
function storeFaults(
  ctx: Ctx,
  { advertiserId, pendingDomainId }: PendingDomainKey,
  faults: { fileFault: FileFault; recordFault: RecordFault },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await tx.db
      .updateTable('pendingDomain')
      .set({ ...faults, checkedAt: tx.now })
      .where('id', '=', pendingDomainId)
      .where('advertiserId', '=', advertiserId)
      .returning('host')
      .executeTakeFirst()
    if (!row) throw notFound()
    const details = { ...row, ...faults }
    await audit(tx, { action: 'pending_domain.check', target: `advertiser:${advertiserId}`, details })
  })
}
