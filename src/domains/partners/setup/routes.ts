import { saveCompany } from '#domains/people/advertisers/commands.ts'
import { getAdvertiser } from '#domains/people/advertisers/queries.ts'
import { getAdvertiserId, getPublisherScope } from '#kernel/actor-scope.ts'
import { isLocalHostname } from '#domains/people/advertisers/rules.ts'
import { readTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { storeLogo } from '#domains/programmes/programs/commands/logos.ts'
import { setOwnLogoCall, storeLogoCall } from '#domains/programmes/programs/contract/logo.ts'
import { getOffer } from '#domains/programmes/programs/queries/offers.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { Refusal } from '#kernel/errors.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import type { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { addDraftTerms, changeOwnLogo, changeOwnProgram } from './commands/change-program.ts'
import { decideOpening } from './commands/decide-opening.ts'
import { hideFirstSteps } from './commands/hide-first-steps.ts'
import { requestOpening, withdrawOpening } from './commands/open-program.ts'
import {
  declarePendingDomain,
  declareProvedDomain,
  removeOwnDomain,
  removePendingDomain,
} from './commands/pending-domains.ts'
import { checkPendingDomain } from './commands/prove-domain.ts'
import { setOpeningPolicy, skipTest } from './commands/review-rules.ts'
import * as advertiserCalls from './contract/advertiser.ts'
import * as operatorCalls from './contract/operator.ts'
import { getOfferedSetupCall } from './contract/publisher.ts'
import { isReviewRequired, listWaitingOpenings } from './queries/openings.ts'
import { getSetup } from './queries/setup.ts'
import { issueTestClick } from './queries/test-click.ts'
import type { MintTestClick } from './queries/test-click.ts'
import { viewOfferedSetup, viewSetup, viewWaitingOpening } from './views.ts'

/** What the routes of the set-up need. */
export interface SetupServices {
  /** Fetches the proof of a host. */
  outbound: OutboundClient
  /** Makes the token of a test click. */
  mintTestClick: MintTestClick
}

/** The routes of brands that set up their programme, and of the operator who reviews it. */
export function setupRoutes(services: SetupServices): Route[] {
  return [...programRoutes(services), ...hostRoutes(services), ...reviewRoutes(), offeredRoute]
}

const offeredRoute = route(getOfferedSetupCall, async (ctx, { params: { advertiser_id: advertiserId } }) => {
  const { db, actor, now } = ctx
  const { publisherId } = getPublisherScope(actor)
  const offer = await getOffer(db, { publisherId, advertiserId })
  return { ...SUCCESS, data: viewOfferedSetup(await getSetup(db, { advertiserId, now }), offer) }
})

function programRoutes({ mintTestClick }: SetupServices): Route[] {
  return [
    route(advertiserCalls.getSetupCall, async (ctx) => readSetup(ctx, getAdvertiserId(ctx.actor))),
    route(advertiserCalls.saveCompanyCall, async (ctx, { body }) => {
      const {
        legal_name: legalName,
        postal_code: postalCode,
        country: countryCode,
        vat_number: vatNumber,
        ...rest
      } = body
      const { contact_name: contactName, contact_email: contactEmail, ...address } = rest
      const company = { ...address, legalName, postalCode, countryCode, vatNumber, contactName, contactEmail }
      await saveCompany(ctx, { advertiserId: getAdvertiserId(ctx.actor), ...company })
      return SUCCESS
    }),
    route(advertiserCalls.changeOwnProgramCall, async (ctx, { body }) => {
      const { commission_text: commissionText, join_mode: joinMode, click_param: clickParam, ...rest } = body
      const change = { ...rest, commissionText, joinMode, clickParam }
      await changeOwnProgram(ctx, { advertiserId: getAdvertiserId(ctx.actor), ...change })
      return SUCCESS
    }),
    route(storeLogoCall, async (ctx, { file }) => {
      if (ctx.actor.kind !== 'account') throw new Refusal({ code: 'sign_in_required', status: 401 })
      return { ...SUCCESS, data: { id: await storeLogo(ctx, { accountId: ctx.actor.accountId, file }) } }
    }),
    route(setOwnLogoCall, async (ctx, { body: { file_id: digest } }) => {
      await changeOwnLogo(ctx, { advertiserId: getAdvertiserId(ctx.actor), digest })
      return SUCCESS
    }),
    route(advertiserCalls.addDraftTermsCall, async (ctx, { body }) => {
      const advertiserId = getAdvertiserId(ctx.actor)
      const { termsId, version } = await addDraftTerms(ctx, { advertiserId, ...readTerms(body) })
      return { ...SUCCESS, terms_id: Number(termsId), version }
    }),
    route(advertiserCalls.issueTestClickCall, async (ctx) => {
      const click = await issueTestClick(ctx, { advertiserId: getAdvertiserId(ctx.actor), mintTestClick })
      const data = {
        token: click.token,
        click_param: click.clickParam,
        landing_url: click.landingUrl,
        expires_at: click.expiresAt.toISOString(),
      }
      return { ...SUCCESS, data }
    }),
    route(advertiserCalls.requestOpeningCall, async (ctx) => {
      const { status } = await requestOpening(ctx, { advertiserId: getAdvertiserId(ctx.actor) })
      return { ...SUCCESS, status }
    }),
    route(advertiserCalls.withdrawOpeningCall, async (ctx) => {
      await withdrawOpening(ctx, { advertiserId: getAdvertiserId(ctx.actor) })
      return SUCCESS
    }),
    route(advertiserCalls.hideFirstStepsCall, async (ctx) => {
      await hideFirstSteps(ctx, { advertiserId: getAdvertiserId(ctx.actor) })
      return SUCCESS
    }),
  ]
}

function hostRoutes({ outbound }: SetupServices): Route[] {
  return [
    route(advertiserCalls.declarePendingDomainCall, async (ctx, { body }) => {
      const { pendingDomainId, host } = await declarePendingDomain(ctx, {
        advertiserId: getAdvertiserId(ctx.actor),
        host: body.hostname,
        isLocalAllowed: isLocalHostname(new URL(ctx.publicUrl).hostname),
      })
      return { ...SUCCESS, pending_domain_id: Number(pendingDomainId), host }
    }),
    route(advertiserCalls.checkPendingDomainCall, async (ctx, { params }) => {
      const key = { advertiserId: getAdvertiserId(ctx.actor), pendingDomainId: params.pending_domain_id }
      const result = await checkPendingDomain(ctx, outbound, key)
      const faults = { file_fault: null, record_fault: null }
      if ('proof' in result) return { ...SUCCESS, proof: result.proof, ...faults }
      return { ...SUCCESS, proof: null, file_fault: result.fileFault, record_fault: result.recordFault }
    }),
    route(advertiserCalls.removePendingDomainCall, async (ctx, { params }) => {
      const key = { advertiserId: getAdvertiserId(ctx.actor), pendingDomainId: params.pending_domain_id }
      await removePendingDomain(ctx, key)
      return SUCCESS
    }),
    route(advertiserCalls.removeOwnDomainCall, async (ctx, { params }) => {
      await removeOwnDomain(ctx, { advertiserId: getAdvertiserId(ctx.actor), domainId: params.domain_id })
      return SUCCESS
    }),
    route(operatorCalls.confirmDomainCall, async (ctx, { params }) => {
      const key = { advertiserId: params.advertiser_id, pendingDomainId: params.pending_domain_id }
      await declareProvedDomain(ctx, key, 'operator')
      return SUCCESS
    }),
  ]
}

function reviewRoutes(): Route[] {
  return [
    route(operatorCalls.getAdvertiserSetupCall, async (ctx, { params }) => {
      await getAdvertiser(ctx.db, { advertiserId: params.advertiser_id })
      return readSetup(ctx, params.advertiser_id)
    }),
    route(operatorCalls.skipTestCall, async (ctx, { params, body }) => {
      await skipTest(ctx, { advertiserId: params.advertiser_id, isSkipped: body.is_skipped })
      return SUCCESS
    }),
    route(operatorCalls.decideOpeningCall, async (ctx, { params, body }) => {
      await decideOpening(ctx, { advertiserId: params.advertiser_id, ...body })
      return SUCCESS
    }),
    route(operatorCalls.listOpeningsCall, async (ctx, { query }) => {
      const { count, openings } = await listWaitingOpenings(ctx.db, { page: toPage(query) })
      const is_review_required = await isReviewRequired(ctx.db)
      return { ...SUCCESS, data: { count, openings: openings.map(viewWaitingOpening), is_review_required } }
    }),
    route(operatorCalls.setOpeningPolicyCall, async (ctx, { body }) => {
      await setOpeningPolicy(ctx, { isReviewRequired: body.is_required })
      return SUCCESS
    }),
  ]
}

async function readSetup(ctx: RequestCtx, advertiserId: bigint) {
  return { ...SUCCESS, data: viewSetup(await getSetup(ctx.db, { advertiserId, now: ctx.now })) }
}
