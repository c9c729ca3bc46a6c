import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { storeFile } from '#domains/people/files/commands.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import type { AccessNetwork, Caller } from './access-network.ts'
import { UNKNOWN_NUMBER } from './id-trial.ts'
import type { IdTrial } from './id-trial.ts'
import { recordPending } from './order-fixtures.ts'
import { createTestSealing } from './sealing.ts'

const readers: Caller[] = ['another publisher', 'full sub-account', 'read-only sub-account']

/** Decides an order of a third advertiser by a file, and returns the calls that name the file or lead to it. */
export async function makeEvidenceTrials({ ctx, callers, fixtures }: AccessNetwork): Promise<IdTrial[]> {
  const { operator, advertiser } = callers
  if (!operator || !advertiser) throw new Error('A caller is missing.')
  const sealing = await createTestSealing(ctx.db)
  const store = (actor: AccountActor) => {
    const { accountId } = actor
    const file = { read: () => Readable.from([Buffer.from('%PDF-1.7 a letter')]) }
    return storeFile({ ...ctx, actor }, { accountId, purpose: 'decision_evidence', name: 'letter.pdf', file, sealing })
  }
  const { publisherId, transactionId } = await recordPending(ctx, fixtures)
  const decision = { action: 'cancel', reasonCode: 'FRAUD', evidenceFileId: await store(operator) } as const
  await decideTransaction({ ...ctx, actor: operator }, { publisherId, transactionId, ...decision })
  const ids = { publisher_id: String(publisherId), transaction_id: transactionId, sequence: '1' }
  const order = { name: 'transaction_id', id: transactionId, unknown: randomUUID(), request: () => ({ params: ids }) }
  const call = 'GET /api/v1/brand/transactions/:publisher_id/:transaction_id/evidence/:sequence'
  const ofAdvertiser: Pick<IdTrial, 'call' | 'strangers'> = { call, strangers: ['advertiser', 'another advertiser'] }
  const fileId = { name: 'file_id', id: await store(advertiser), unknown: randomUUID() }
  const ofFile: Omit<IdTrial, 'call'> = { ...fileId, strangers: ['another advertiser'] }
  const cancelled = { action: 'cancel', reason_code: 'FRAUD', transactions: [`${publisherId}.${transactionId}`] }
  return [
    {
      ...order,
      call: 'GET /api/v1/transaction/:transaction_id/evidence/:sequence',
      owner: 'publisher',
      strangers: readers,
    },
    { ...order, ...ofAdvertiser },
    { ...order, ...ofAdvertiser, name: 'publisher_id', id: ids.publisher_id, unknown: UNKNOWN_NUMBER },
    {
      ...ofFile,
      call: 'POST /api/v1/brand/transactions/decide',
      request: (file_id) => ({ json: { ...cancelled, file_id } }),
    },
    {
      ...ofFile,
      call: 'POST /api/v1/brand/orders/decide',
      request: (file_id) => ({ json: { ...cancelled, mode: 'valid', file_id } }),
    },
  ]
}
