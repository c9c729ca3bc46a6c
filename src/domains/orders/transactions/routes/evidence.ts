import { storeFile } from '#domains/people/files/commands.ts'
import { downloadFile, listFiles } from '#domains/people/files/queries.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { getAdvertiserId, getPublisherScope } from '#kernel/actor-scope.ts'
import * as calls from '../contract/calls.ts'
import { storeEvidenceCall } from '../contract/decisions.ts'
import { getEvidenceFile } from '../queries/transaction-timeline.ts'

/** The routes of the files that support decisions: advertisers and operators store them, and publishers read them. */
export function evidenceRoutes(sealing: Sealing): Route[] {
  return [
    route(storeEvidenceCall, async (ctx, { query, file }) => {
      if (ctx.actor.kind !== 'account') throw new Refusal({ code: 'sign_in_required', status: 401 })
      const { accountId } = ctx.actor
      const id = await storeFile(ctx, { accountId, purpose: 'decision_evidence', name: query.name, file, sealing })
      const [stored] = await listFiles(ctx.db, [id])
      if (!stored) throw notFound()
      return { ...SUCCESS, data: stored }
    }),
    route(calls.downloadEvidenceCall, async (ctx, { params: { transaction_id: transactionId, sequence } }) => {
      const ids = { ...getPublisherScope(ctx.actor), transactionId, sequence }
      return downloadFile(ctx.db, sealing, await getEvidenceFile(ctx.db, ids))
    }),
    route(calls.downloadReviewEvidenceCall, async (ctx, { params }) => {
      return downloadFile(ctx.db, sealing, await getEvidenceFile(ctx.db, toIds(params)))
    }),
    route(calls.downloadAdvertiserEvidenceCall, async (ctx, { params }) => {
      const ids = { ...toIds(params), advertiserId: getAdvertiserId(ctx.actor) }
      return downloadFile(ctx.db, sealing, await getEvidenceFile(ctx.db, ids))
    }),
  ]
}

interface DecisionParams {
  publisher_id: bigint
  transaction_id: string
  sequence: number
}

function toIds({ publisher_id: publisherId, transaction_id: transactionId, sequence }: DecisionParams) {
  return { publisherId, transactionId, sequence }
}
