import { sql } from 'kysely'
import { receiveFrom } from '#domains/orders/transactions/commands/receive-postback.ts'
import type { TokenSource } from '#domains/orders/transactions/commands/receive-postback.ts'
import { toStoredParameters } from '#domains/orders/transactions/rules/postback-log.ts'
import { loadOwnTerms } from '#domains/tracking/tracking/queries/catalog.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findPostback } from '../queries/list-postbacks.ts'
import type { PostbackRow } from '../queries/list-postbacks.ts'

/** A refused postback with the parameters that it should have had. */
export interface CorrectedPostback {
  advertiserId: bigint
  postbackId: string
  parameters: Record<string, string>
}

/**
 * Receives a refused postback again with other parameters, as of the time when it came, and stores it as a postback of
 * its own. A postback is replayed once: a second call answers the first replay. Refuses, and changes nothing, if the
 * corrected postback is refused too.
 */
export function replayPostback(
  ctx: Ctx,
  tokens: TokenSource,
  corrected: CorrectedPostback,
): Promise<{ replay: PostbackRow; isRepeated: boolean }> {
  const { advertiserId, postbackId } = corrected
  return inTransaction(ctx, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`replay ${postbackId}`}, 0))`.execute(tx.db)
    const original = await findPostback(tx.db, { advertiserId, postbackId })
    if (!original) throw notFound()
    if (original.replayedAs !== null) return { replay: await getReplay(tx, advertiserId, original), isRepeated: true }
    if (original.result !== 'rejected') throw new Refusal({ code: 'replay.not_refused', status: 409 })
    const replayId = uuid7(tx.now.getTime())
    const outcome = await receiveCorrected(tx, tokens, { ...corrected, original, id: replayId })
    await tx.db.insertInto('postbackReplay').values({ advertiserId, postbackId, replayId }).execute()
    await audit(tx, {
      action: 'postback.replay',
      target: `postback:${replayId}`,
      details: { advertiserId, original: postbackId, changed: listChanged(original, corrected), ...outcome },
    })
    return { replay: await getReplay(tx, advertiserId, { replayedAs: replayId }), isRepeated: false }
  })
}

async function receiveCorrected(
  tx: Ctx,
  tokens: TokenSource,
  { advertiserId, parameters, original, id }: CorrectedPostback & { original: PostbackRow; id: string },
) {
  const source = { ...tokens, terms: await loadOwnTerms(tx.db, { advertiserId }) }
  const { channel, receivedAt: acceptedAt } = original
  const sent = { advertiserId, ...getSender(channel), channel, parameters, isReadable: true, id, acceptedAt }
  const outcome = await receiveFrom(tx, source, sent)
  const { result, reason } = outcome
  if (result === 'test') throw new Refusal({ code: 'postback.test', status: 422 })
  if (result === 'retry') throw new Refusal({ code: `postback.${reason}`, status: 409 })
  if (result !== 'rejected') return outcome
  throw new Refusal({ code: `postback.${reason ?? 'malformed_field'}`, status: 422 })
}

/** The rights of a postback that a person sends for its advertiser: those of the secret that belongs to its channel. */
export function getSender(channel: PostbackRow['channel']) {
  return { kind: channel === 'pixel' ? 'pixel' : 'server' } as const
}

async function getReplay(
  { db }: Ctx,
  advertiserId: bigint,
  { replayedAs }: Pick<PostbackRow, 'replayedAs'>,
): Promise<PostbackRow> {
  const replay = replayedAs === null ? undefined : await findPostback(db, { advertiserId, postbackId: replayedAs })
  if (!replay) throw new Error('A replay has no postback.')
  return replay
}

/** Names the parameters that differ; their values stand in the postbacks. */
function listChanged({ parameters }: PostbackRow, corrected: CorrectedPostback): string[] {
  const [before, after] = [parameters ?? {}, toStoredParameters(corrected.parameters)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])
}
