import { findLastDecision } from '#domains/programmes/closings/queries.ts'
import { getAdvertiserId, getPublisherId } from '#kernel/actor-scope.ts'
import { storeFile } from '#domains/people/files/commands.ts'
import { downloadFile, listFiles } from '#domains/people/files/queries.ts'
import { writeNote } from '#domains/people/notes/commands.ts'
import { listNotes } from '#domains/people/notes/queries.ts'
import { findTeam } from '#domains/people/notes/rules.ts'
import { viewNote } from '#domains/people/notes/views.ts'
import { getPublisher, listSites } from '#domains/people/publishers/queries.ts'
import { findHit } from '#domains/tracking/tracking/queries/hits.ts'
import { addDays, toDay } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { toPage } from '#kernel/paging.ts'
import type { Ctx } from '#platform/server/context.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { acceptClaim, askForEvidence, refuseClaim } from './commands/decide-claim.ts'
import { fileClaim } from './commands/file-claim.ts'
import { insistOnClaim, sendEvidence, withdrawClaim } from './commands/follow-up-claim.ts'
import * as calls from './contract/calls.ts'
import * as operator from './contract/operator.ts'
import {
  getClaim,
  getClaimFile,
  listClaimEvents,
  findClaimableAdvertiser,
  hasClaimableAdvertisers,
  listClaims,
  sumClaimsToDecide,
} from './queries.ts'
import type { ClaimReader } from './queries.ts'
import { CLAIM_WINDOW_DAYS } from './rules.ts'
import { viewClaim, viewClaimDetail, viewSums } from './views.ts'

interface ClaimParts {
  sealing: Sealing
}

/** The routes of claims: a publisher files them, and the advertiser decides them. */
export function claimRoutes(parts: ClaimParts): Route[] {
  return [...readRoutes(parts), ...operatorRoutes(parts), ...publisherRoutes(parts), ...advertiserRoutes()]
}

const ofPublisher = ({ actor }: Ctx) => ({ publisherId: getPublisherId(actor) })
const ofAdvertiser = ({ actor }: Ctx) => ({ advertiserId: getAdvertiserId(actor) })

function readRoutes({ sealing }: ClaimParts): Route[] {
  return [
    route(calls.listClaimsCall, (ctx, { query }) =>
      replyList(ctx, { scope: ofPublisher(ctx), status: query.status, page: toPage(query) }),
    ),
    route(calls.getClaimCall, (ctx, { params }) => replyClaim(ctx, ofPublisher(ctx), params.claim_id)),
    route(calls.downloadClaimFileCall, async (ctx, { params: { claim_id: claimId, sequence } }) =>
      downloadFile(ctx.db, sealing, await getClaimFile(ctx.db, { claimId, sequence, scope: ofPublisher(ctx) })),
    ),
    route(calls.listAdvertiserClaimsCall, (ctx, { query }) =>
      replyList(ctx, { scope: ofAdvertiser(ctx), status: query.status, page: toPage(query) }),
    ),
    route(calls.sumClaimsCall, async (ctx) => ({
      ...SUCCESS,
      data: viewSums(await sumClaimsToDecide(ctx.db, { ...ofAdvertiser(ctx), now: ctx.now })),
    })),
    route(calls.getAdvertiserClaimCall, (ctx, { params }) => replyClaim(ctx, ofAdvertiser(ctx), params.claim_id)),
    route(calls.noteAdvertiserClaimCall, (ctx, { params, body }) =>
      note(ctx, ofAdvertiser(ctx), { ...params, ...body }),
    ),
    route(calls.downloadAdvertiserClaimFileCall, async (ctx, { params: { claim_id: claimId, sequence } }) =>
      downloadFile(ctx.db, sealing, await getClaimFile(ctx.db, { claimId, sequence, scope: ofAdvertiser(ctx) })),
    ),
  ]
}

function operatorRoutes({ sealing }: ClaimParts): Route[] {
  return [
    route(operator.listNetworkClaimsCall, (ctx, { query: { status, keyword, ...paging } }) => {
      const filter = { scope: 'network' as const, keyword, page: toPage(paging) }
      return replyList(ctx, status === 'by_clock' ? { ...filter, isByClock: true } : { ...filter, status })
    }),
    route(operator.getNetworkClaimCall, (ctx, { params }) => replyClaim(ctx, 'network', params.claim_id)),
    route(operator.noteNetworkClaimCall, (ctx, { params, body }) => note(ctx, 'network', { ...params, ...body })),
    route(operator.downloadNetworkClaimFileCall, async (ctx, { params: { claim_id: claimId, sequence } }) =>
      downloadFile(ctx.db, sealing, await getClaimFile(ctx.db, { claimId, sequence, scope: 'network' })),
    ),
  ]
}

async function replyList(ctx: Ctx, filter: Omit<Parameters<typeof listClaims>[1], 'now'>) {
  const { claims, ...counts } = await listClaims(ctx.db, { ...filter, now: ctx.now })
  return { ...SUCCESS, data: { ...counts, claims: claims.map((claim) => viewClaim(claim, ctx.now)) } }
}

/** The lists below which the readers find their claims. */
const LISTS = {
  publisher: calls.listClaimsCall,
  brand: calls.listAdvertiserClaimsCall,
  operator: operator.listNetworkClaimsCall,
}

async function replyClaim(ctx: Ctx, scope: ClaimReader, claimId: string) {
  const { db, now } = ctx
  const claim = await getClaim(db, { claimId, scope })
  const reader = scope === 'network' ? 'operator' : 'publisherId' in scope ? 'publisher' : 'brand'
  const last = await findLastDecision(db, claim)
  const hasEnded = last !== undefined && last <= now
  const options = { now, reader, path: `${LISTS[reader].path}/${claimId}`, hasEnded } as const
  const [events, notes] = [await listClaimEvents(db, { claimId }), await readNotes(ctx, claimId)]
  return { ...SUCCESS, data: viewClaimDetail(claim, { events, notes }, options) }
}

async function readNotes({ db, actor }: Ctx, claimId: string) {
  return (await listNotes(db, findTeam(actor), { kind: 'claim', id: claimId })).map(viewNote)
}

/** Writes a note about a claim that the caller may see, and answers all notes of its team. */
async function note(ctx: Ctx, scope: ClaimReader, { claim_id: claimId, text }: { claim_id: string; text: string }) {
  await getClaim(ctx.db, { claimId, scope })
  await writeNote(ctx, { object: { kind: 'claim', id: claimId }, text })
  return { ...SUCCESS, data: { notes: await readNotes(ctx, claimId) } }
}

function publisherRoutes({ sealing }: ClaimParts): Route[] {
  return [
    route(calls.getClaimFormCall, async (ctx, { query }) => ({ ...SUCCESS, data: await readForm(ctx, query) })),
    route(calls.storeClaimFileCall, async (ctx, { query, file }) => {
      const { accountId } = await getPublisher(ctx.db, ofPublisher(ctx))
      const id = await storeFile(ctx, { accountId, purpose: 'claim_evidence', name: query.name, file, sealing })
      const [stored] = await listFiles(ctx.db, [id])
      if (!stored) throw notFound()
      return { ...SUCCESS, data: stored }
    }),
    route(calls.fileClaimCall, async (ctx, { body }) => {
      const { claimId, status } = await fileClaim(ctx, {
        ...ofPublisher(ctx),
        advertiserId: body.advertiser_id,
        siteKey: body.key,
        orderRef: body.order_id,
        event: body.event,
        orderedOn: body.ordered_on,
        amount: body.amount,
        currency: body.currency,
        text: body.text,
        hitId: body.hit_id || undefined,
        fileId: body.file_id || undefined,
      })
      return { ...SUCCESS, data: { claim_id: claimId, status } }
    }),
    route(calls.insistOnClaimCall, async (ctx, { params, body: { sequence, text, file_id: fileId } }) => {
      const seen = { claimId: params.claim_id, scope: ofPublisher(ctx), sequence }
      return { ...SUCCESS, status: await insistOnClaim(ctx, { ...seen, text, fileId }) }
    }),
    route(calls.sendClaimEvidenceCall, async (ctx, { params, body: { sequence, text, file_id: fileId } }) => {
      const seen = { claimId: params.claim_id, scope: ofPublisher(ctx), sequence }
      return { ...SUCCESS, status: await sendEvidence(ctx, { ...seen, text, fileId: fileId || undefined }) }
    }),
    route(calls.withdrawClaimCall, async (ctx, { params, body: { sequence } }) => {
      const seen = { claimId: params.claim_id, scope: ofPublisher(ctx), sequence }
      return { ...SUCCESS, status: await withdrawClaim(ctx, seen) }
    }),
  ]
}

interface AskedForm {
  hit_id?: string | undefined
  advertiser_id?: bigint | undefined
}

async function readForm(ctx: Ctx, { hit_id: hitId, advertiser_id: chosenId }: AskedForm) {
  const { db, now } = ctx
  const { publisherId } = ofPublisher(ctx)
  const today = toDay(now)
  const sites = await listSites(db, { publisherId })
  const hit = hitId === undefined ? undefined : await findHit(db, { publisherId, siteId: undefined, hitId })
  if (hitId !== undefined && !hit) throw notFound()
  const advertiserId = chosenId ?? hit?.advertiserId ?? 0n
  const advertiser = await findClaimableAdvertiser(db, { publisherId, advertiserId, now })
  return {
    today,
    first_day: addDays(today, -CLAIM_WINDOW_DAYS),
    can_claim: await hasClaimableAdvertisers(db, { publisherId }),
    advertiser: advertiser ? { advertiser_id: Number(advertiserId), ...advertiser } : null,
    sites: sites.map(({ key, name }) => ({ key, name })),
    hit: hit
      ? {
          hit_id: hit.id,
          clicked_on: toDay(hit.clickedAt),
          key: sites.find(({ id }) => id === hit.siteId)?.key ?? '',
        }
      : null,
  }
}

function advertiserRoutes(): Route[] {
  return [
    route(calls.acceptClaimCall, async (ctx, { params, body: { sequence, amount, note } }) => {
      const seen = { claimId: params.claim_id, scope: ofAdvertiser(ctx), sequence }
      return { ...SUCCESS, status: await acceptClaim(ctx, { ...seen, amount, note }) }
    }),
    route(calls.refuseClaimCall, async (ctx, { params, body: { sequence, reason, note } }) => {
      const seen = { claimId: params.claim_id, scope: ofAdvertiser(ctx), sequence }
      return { ...SUCCESS, status: await refuseClaim(ctx, { ...seen, reason, note }) }
    }),
    route(calls.askForEvidenceCall, async (ctx, { params, body: { sequence, note } }) => {
      const seen = { claimId: params.claim_id, scope: ofAdvertiser(ctx), sequence }
      return { ...SUCCESS, status: await askForEvidence(ctx, { ...seen, note }) }
    }),
  ]
}
