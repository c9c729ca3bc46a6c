import { randomUUID } from 'node:crypto'
import { advanceDecisionFiles } from '#domains/orders/transactions/commands/advance-decision-files.ts'
import { receiveDecisionFile } from '#domains/orders/transactions/commands/receive-decision-file.ts'
import { hashToken } from '#platform/server/secrets/opaque-token.ts'
import type { AccessNetwork } from './access-network.ts'
import type { IdTrial } from './id-trial.ts'

/** Sends a file of decisions that is checked and one that has decided, and returns the calls that name them. */
export async function makeDecisionFileTrials(
  { ctx, callers }: Pick<AccessNetwork, 'ctx' | 'callers'>,
  advertiserId: bigint,
): Promise<IdTrial[]> {
  const own = await sendFiles(ctx, advertiserId)
  // The API key belongs to the first advertiser.
  const others = await sendFiles(ctx, callers['another advertiser']?.advertiserId ?? 0n)
  await advanceDecisionFiles(ctx)
  return [
    ...listTrials('/api/v1/brand/decision-files/:file_id', own, {
      owner: 'advertiser',
      strangers: ['another advertiser'],
    }),
    ...listTrials('/api/v1/decision-files/:file_id', others, { strangers: ['key:decide_orders'] }),
  ]
}

async function sendFiles(ctx: AccessNetwork['ctx'], advertiserId: bigint) {
  const send = (mode: 'check' | 'valid') => {
    const rows = [{ line: 1, cells: { order_id: mode, action: 'confirm' } }]
    const hash = hashToken(mode)
    return receiveDecisionFile(ctx, { advertiserId, mode, name: mode, format: 'json', hash, rows })
  }
  return { checked: await send('check'), decided: await send('valid') }
}

function listTrials(
  path: string,
  { checked, decided }: { checked: string; decided: string },
  callers: Pick<IdTrial, 'owner' | 'strangers'>,
): IdTrial[] {
  const trial = { name: 'file_id', unknown: randomUUID(), ...callers }
  return [
    { ...trial, call: `GET ${path}`, id: checked },
    { ...trial, call: `GET ${path}/lines`, id: checked },
    { ...trial, call: `GET ${path}/result`, id: checked },
    { ...trial, call: `POST ${path}/decide`, id: checked, request: () => ({ json: { mode: 'valid' } }) },
    { ...trial, call: `POST ${path}/reverse`, id: decided, request: () => ({ json: { note: 'Wrong file' } }) },
  ]
}
