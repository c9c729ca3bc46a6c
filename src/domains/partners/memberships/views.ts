import type { getProfile, listSites } from '#domains/people/publishers/queries.ts'
import type { listMembershipEvents } from '#domains/programmes/programs/queries/memberships.ts'
import { regionName } from '#kernel/regions.ts'
import { getSiteAddress } from '#kernel/site-url.ts'
import { viewMeasures } from '#domains/figures/reports/views/advertiser.ts'
import type { Locale } from '#texts/texts.ts'
import type { ApplicantView, JoinRequestView, MembershipEventView, ProfileView } from './contract/requests.ts'
import type { MemberView } from './contract/members.ts'
import type { MemberRow } from './queries/members.ts'
import { MEMBER_MEASURES } from './rules/vocabulary.ts'
import type { ApplicantRow, JoinRequestRow } from './queries/requests.ts'

/** A publisher as an advertiser reads it in a list. */
export function viewApplicant(row: ApplicantRow, locale: Locale): ApplicantView {
  return {
    publisher_id: Number(row.publisherId),
    publisher_name: row.name,
    country: row.country === null ? null : { code: row.country, name: regionName(row.country, locale) },
    site_count: row.siteCount,
    site: row.siteUrl === null ? '' : getSiteAddress(row.siteUrl),
    site_since: row.siteSince?.toISOString() ?? null,
    is_verified: row.isVerified,
  }
}

/** A join request as its advertiser reads it. */
export function viewJoinRequest(row: JoinRequestRow, locale: Locale): JoinRequestView {
  return {
    ...viewApplicant(row, locale),
    status: row.status,
    message: row.message,
    methods: row.methods,
    requested_at: row.requestedAt.toISOString(),
    due_at: row.dueAt?.toISOString() ?? null,
    question: row.question,
    asked_at: row.askedAt?.toISOString() ?? null,
    decided_at: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
  }
}

type EventRow = Awaited<ReturnType<typeof listMembershipEvents>>[number]

/** Something that happened between a publisher and a programme. */
export function viewMembershipEvent({ sequence, kind, actedAs, happenedAt, text, methods, ruleNo }: EventRow) {
  const event: MembershipEventView = {
    sequence,
    kind,
    acted_as: actedAs,
    happened_at: happenedAt.toISOString(),
    text,
    methods,
    rule_no: ruleNo,
  }
  return event
}

type Profile = Awaited<ReturnType<typeof getProfile>>
type Sites = Awaited<ReturnType<typeof listSites>>

/** What a publisher says about its business, without the person behind it; active sites only. */
export function viewProfile(profile: Profile, sites: Sites, locale: Locale): ProfileView {
  return {
    traffic_sources: profile.trafficSources,
    social_medias: profile.socialMedias,
    content_production: profile.contentProduction,
    profit_models: profile.profitModels,
    sites: sites
      .filter(({ isActive }) => isActive)
      .map((site) => ({
        name: site.name,
        address: getSiteAddress(site.url),
        url: site.url,
        since: site.createdAt.toISOString(),
        is_verified: site.scriptFoundAt !== null,
        categories: site.contentCategories,
        countries: site.audienceCountries.map((code) => regionName(code, locale)),
      })),
  }
}

/** A publisher of a programme with its measures. */
export function viewMember(row: MemberRow): MemberView {
  return {
    publisher_id: Number(row.publisherId),
    publisher_name: row.name,
    status: row.status,
    joined_at: row.status === 'joined' ? (row.decidedAt?.toISOString() ?? null) : null,
    groups: row.groups,
    tags: row.tags,
    figures: viewMeasures(row, MEMBER_MEASURES),
    last_order_on: row.lastOrderOn,
  }
}
