import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { regionName } from '#kernel/regions.ts'
import { addDays, startOfDay } from '#kernel/days.ts'
import { readOrderTerms, readTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { addTermsCall } from '#domains/programmes/programs/contract/program.ts'
import { viewOrderTerms } from '#domains/programmes/programs/views/program.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { addOperatorTerms } from '../commands/add-operator-terms.ts'
import { discardDraft, removeDraftLine, saveDraftLine, saveOrderTerms } from '../commands/change-draft.ts'
import { askReplay } from '../commands/replay-draft.ts'
import { publishDraft, withdrawVersion } from '../commands/publish-draft.ts'
import * as advertiserCalls from '../contract/advertiser.ts'
import type { RateInput, RatesView } from '../contract/advertiser.ts'
import { findRates } from '../queries/rates.ts'
import type { RateLine } from '../rules/draft.ts'
import { noticeRoutes } from './notice-routes.ts'
import { priceRoutes } from './price-routes.ts'
import { viewDifference, viewLine, viewReplay, viewRestrictions } from '../views/rates.ts'

/** The routes about the terms and rates of programmes, of brands, of publishers and of operators. */
export const termsRoutes: Route[] = [
  ...noticeRoutes,
  ...priceRoutes,
  route(advertiserCalls.getRatesCall, async (ctx) => ({ ...SUCCESS, data: await readRates(ctx) })),
  route(advertiserCalls.saveRateCall, async (ctx, { body }) => {
    const { revision, replaces, ...input } = body
    const name = replaces && { number: replaces.rule, event: replaces.action_type }
    const change = { advertiserId: getAdvertiserId(ctx.actor), revision, name, line: readLine(input) }
    return { ...SUCCESS, ...(await saveDraftLine(ctx, change)) }
  }),
  route(advertiserCalls.removeRateCall, async (ctx, { body: { revision, rule, action_type: event } }) => {
    const name = { number: rule, event }
    return {
      ...SUCCESS,
      ...(await removeDraftLine(ctx, { advertiserId: getAdvertiserId(ctx.actor), revision, name })),
    }
  }),
  route(advertiserCalls.saveOrderTermsCall, async (ctx, { body: { revision, restricts, ...said } }) => {
    const restrictions = restricts.map(({ method, stance }) => ({ method, policy: stance }))
    const orderTerms = { ...readOrderTerms(said), restrictions }
    const change = { advertiserId: getAdvertiserId(ctx.actor), revision, orderTerms }
    return { ...SUCCESS, ...(await saveOrderTerms(ctx, change)) }
  }),
  route(advertiserCalls.discardDraftCall, async (ctx, { body: { revision } }) => {
    await discardDraft(ctx, { advertiserId: getAdvertiserId(ctx.actor), revision })
    return SUCCESS
  }),
  route(advertiserCalls.replayDraftCall, async (ctx, { body: { revision } }) => {
    await askReplay(ctx, { advertiserId: getAdvertiserId(ctx.actor), revision })
    return SUCCESS
  }),
  route(advertiserCalls.publishDraftCall, async (ctx, { body: { revision, effective_on: effectiveOn } }) => {
    const advertiserId = getAdvertiserId(ctx.actor)
    const published = await publishDraft(ctx, { advertiserId, revision, effectiveOn })
    const { version, effectiveFrom, told } = published
    return { ...SUCCESS, version, effective_from: effectiveFrom.toISOString(), told }
  }),
  route(advertiserCalls.withdrawTermsCall, async (ctx, { body }) => {
    const advertiserId = getAdvertiserId(ctx.actor)
    return { ...SUCCESS, ...(await withdrawVersion(ctx, { advertiserId, version: body.version })) }
  }),
  route(addTermsCall, async (ctx, { params, body }) => {
    const input = { programId: params.program_id, ...readTerms(body), noNoticeReason: body.no_notice_reason }
    const { termsId, version } = await addOperatorTerms(ctx, input)
    return { ...SUCCESS, terms_id: Number(termsId), version }
  }),
]

function readLine(input: Omit<RateInput, 'revision' | 'replaces'>): RateLine {
  const { action_type: event, publisher_id: publisherId, group_id: groupId, product_group: productGroup } = input
  const { region, customer, starts_on: start, ends_on: end, rate } = input
  return {
    event,
    publisherId,
    groupId,
    productGroup,
    region,
    customer,
    startsAt: start === undefined ? null : startOfDay(start),
    endsAt: end === undefined ? null : startOfDay(addDays(end, 1)),
    rate,
  }
}

async function readRates(ctx: RequestCtx): Promise<RatesView | null> {
  const { db, now, locale } = ctx
  const found = await findRates(db, { advertiserId: getAdvertiserId(ctx.actor), now })
  if (!found) return null
  const { program, inForce, scheduled, draft, groups } = found
  const names = {
    publishers: new Map(found.members.map(({ id, name }) => [id, name])),
    groups: new Map(groups.map(({ id, name }) => [id, name])),
    locale,
  }
  const viewVersion = ({ version, effectiveFrom, lines, orderTerms }: typeof inForce) => ({
    version,
    effective_from: effectiveFrom.toISOString(),
    lines: lines.map((line) => viewLine(line, names)),
    order_terms: viewOrderTerms(orderTerms),
    restricts: viewRestrictions(orderTerms),
  })
  return {
    notice_days: program.noticeDays,
    in_force: { ...viewVersion(inForce), restricts: [] },
    scheduled: scheduled
      ? {
          ...viewVersion(scheduled),
          told: scheduled.told,
          acknowledged: scheduled.acknowledged,
          is_being_told: scheduled.isBeingTold,
        }
      : null,
    draft: draft
      ? {
          revision: draft.revision,
          changed_at: draft.changedAt.toISOString(),
          changed_by: draft.changedBy,
          lines: draft.lines.map((line) => viewLine(line, names)),
          order_terms: viewOrderTerms(draft.orderTerms),
          restricts: viewRestrictions(draft.orderTerms),
          difference: viewDifference(draft.comparison, locale),
          replay: draft.replay ? viewReplay(draft.replay, names.publishers) : null,
        }
      : null,
    groups: groups.map(({ id, name }) => ({ id: Number(id), name })),
    regions: found.regions.map((code) => ({ code, name: regionName(code, locale) })),
  }
}
