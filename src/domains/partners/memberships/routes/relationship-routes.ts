import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { listMembershipHistory } from '#domains/programmes/history/queries.ts'
import { viewHistory } from '#domains/programmes/history/views.ts'
import { writeNote } from '#domains/people/notes/commands.ts'
import { listNotes } from '#domains/people/notes/queries.ts'
import { findTeam } from '#domains/people/notes/rules.ts'
import { viewNote } from '#domains/people/notes/views.ts'
import { isSuspendedByNetwork, listMembershipEvents } from '#domains/programmes/programs/queries/memberships.ts'
import { possibleDecisions } from '#domains/programmes/programs/rules.ts'
import { getProfile, listSites } from '#domains/people/publishers/queries.ts'
import { listGroups } from '#domains/programmes/rates/queries/groups.ts'
import { viewChange } from '#domains/partners/terms/views/rates.ts'
import { viewMeasures } from '#domains/figures/reports/views/advertiser.ts'
import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import * as calls from '../contract/relationship.ts'
import type { RelationshipView } from '../contract/relationship.ts'
import { getMember, listTags } from '../queries/members.ts'
import { listMonths, listOwnClaims, listOwnedCoupons, listRateNotices } from '../queries/relationship.ts'
import { getJoinRequest } from '../queries/requests.ts'
import type { JoinRequestRow } from '../queries/requests.ts'
import { toFigureRange } from '../rules/member-filter.ts'
import type { Locale } from '#texts/texts.ts'
import { viewApplicant, viewMember, viewMembershipEvent, viewProfile } from '../views.ts'

/** The routes of advertisers about one publisher of their programme. */
export const relationshipRoutes: Route[] = [
  route(calls.getRelationshipCall, async (ctx, { params: { publisher_id: publisherId } }) => {
    const row = await getJoinRequest(ctx.db, { advertiserId: getAdvertiserId(ctx.actor), publisherId })
    return { ...SUCCESS, data: await readRelationship(ctx, row) }
  }),
  route(calls.notePublisherCall, async (ctx, { params: { publisher_id: publisherId }, body }) => {
    await getJoinRequest(ctx.db, { advertiserId: getAdvertiserId(ctx.actor), publisherId })
    const object = { kind: 'publisher', id: String(publisherId) } as const
    await writeNote(ctx, { object, text: body.text })
    return { ...SUCCESS, data: { notes: (await listNotes(ctx.db, findTeam(ctx.actor), object)).map(viewNote) } }
  }),
]

async function readRelationship(ctx: RequestCtx, row: JoinRequestRow): Promise<RelationshipView> {
  const { db, locale, now } = ctx
  const { programId, publisherId } = row
  const own = { advertiserId: getAdvertiserId(ctx.actor), publisherId }
  const today = toDay(now)
  const [member, profile, sites, events, groups, tags] = await Promise.all([
    getMember(db, { ...own, range: toFigureRange({}, now) }),
    getProfile(db, own),
    listSites(db, own),
    listMembershipEvents(db, row),
    listGroups(db, { programId }),
    listTags(db, own),
  ])
  const [months, rates, coupons, claims, notes, acts, isBound] = await Promise.all([
    listMonths(db, { ...own, since: `${Number(today.slice(0, 4)) - 1}${today.slice(4, 7)}-01` }),
    listRateNotices(db, row),
    listOwnedCoupons(db, own),
    listOwnClaims(db, own),
    listNotes(db, findTeam(ctx.actor), { kind: 'publisher', id: String(publisherId) }),
    listMembershipHistory(db, row),
    isSuspendedByNetwork(db, row),
  ])
  return {
    applicant: viewApplicant(row, locale),
    member: viewMember(member),
    profile: viewProfile(profile, sites, locale),
    decisions: isBound ? [] : possibleDecisions(row.status),
    events: events.map(viewMembershipEvent),
    notes: notes.map(viewNote),
    // The events say more of joining and leaving.
    history: viewHistory(acts, 'advertiser').filter(({ action }) => !action.startsWith('membership.')),
    months: months.map(({ month, ...figures }) => ({
      month,
      ended_at: getEndOfMonth(month, now),
      figures: viewMeasures(figures),
    })),
    rates: rates.map((notice) => viewRateNotice(notice, locale)),
    coupons: coupons.map(({ code, site, assignedAt, releasedAt }) => ({
      code,
      site,
      assigned_at: assignedAt.toISOString(),
      released_at: releasedAt?.toISOString() ?? null,
    })),
    claims: claims.map(({ id, orderRef, status, filedAt, decidedAt }) => ({
      claim_id: id,
      order_id: orderRef,
      status,
      filed_at: filedAt.toISOString(),
      decided_at: decidedAt?.toISOString() ?? null,
    })),
    groups: groups.map(({ name }) => name),
    tags,
    currency: BASE_CURRENCY,
  }
}

/** The last moment of a month; null of one that has not ended. */
function getEndOfMonth(month: Day, now: Date): string | null {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const end = new Date(Date.UTC(year, number) - 1)
  return end < now ? end.toISOString() : null
}

type RateNotice = Awaited<ReturnType<typeof listRateNotices>>[number]

function viewRateNotice(notice: RateNotice, locale: Locale) {
  const { version, publishedAt, effectiveFrom, isCut, acknowledgedAt, changes } = notice
  return {
    version,
    published_at: publishedAt.toISOString(),
    effective_from: effectiveFrom.toISOString(),
    is_cut: isCut,
    acknowledged_at: acknowledgedAt?.toISOString() ?? null,
    changes: changes.map((change) => viewChange(change, locale)),
  }
}
