import { getPromotionState } from '#domains/tracking/promotions/rules.ts'
import type { findProgramByAdvertiser } from '#domains/programmes/programs/queries/programs.ts'
import { rateValue } from '#domains/programmes/rates/rules/rate.ts'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import type { RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import type { ApiMember, ApiOwnPromotion, ApiProgram, ApiTerms } from '../contract/advertiser.ts'
import type { MemberRow } from '../queries/members.ts'
import type { OwnPromotionRow } from '../queries/promotions.ts'

/** A publisher of a programme for programs of its advertiser. */
export function viewApiMember(row: MemberRow): ApiMember {
  return {
    publisher_id: Number(row.publisherId),
    publisher_name: row.name,
    status: row.status,
    methods: row.methods,
    requested_time: row.requestedAt.toISOString(),
    decided_time: row.decidedAt?.toISOString() ?? null,
    updated_time: row.updatedAt.toISOString(),
  }
}

/** A promotion for programs of its advertiser. */
export function viewOwnApiPromotion(row: OwnPromotionRow, now: Date): ApiOwnPromotion {
  return {
    promotion_id: Number(row.id),
    state: getPromotionState(row, now),
    type: row.kind,
    title: row.title,
    description: row.description,
    coupon: row.code,
    publisher_id: row.publisherId === null ? null : Number(row.publisherId),
    publisher_name: row.publisherName,
    site_name: row.siteName,
    category: row.category,
    commission: row.commissionText === '' ? (row.programCommission ?? '') : row.commissionText,
    start: row.startsOn,
    end: row.endsOn,
    url: row.url,
    updated_time: row.updatedAt.toISOString(),
  }
}

type Program = NonNullable<Awaited<ReturnType<typeof findProgramByAdvertiser>>>

/** A programme for programs of its advertiser. */
export function viewApiProgram(
  program: Program,
  { terms, next_terms }: Pick<ApiProgram, 'terms' | 'next_terms'>,
): ApiProgram {
  return {
    advertiser_id: Number(program.advertiserId),
    title: program.title,
    program_status: program.status,
    join_mode: program.joinMode,
    click_param: program.clickParam,
    countries: program.countries,
    pauses_time: program.pausesAt?.toISOString() ?? null,
    closes_time: program.closesAt?.toISOString() ?? null,
    terms,
    next_terms,
  }
}

/** A version of the terms with its rules. */
export function viewApiTerms(terms: Program['terms'][number], rules: readonly RateRule[]): ApiTerms {
  const viewRate = (event: string, rate: Rate) => ({
    event,
    kind: rate.kind,
    value: rateValue(rate),
    currency: terms.currency,
  })
  return {
    version: terms.version,
    effective_time: terms.effectiveFrom.toISOString(),
    window_days: terms.windowDays,
    validation_days: terms.validationDays,
    validation_end: terms.validationEnd,
    coupon_rule: terms.couponRule,
    fee_basis: terms.feeBasis,
    fee_percent: rateValue({ kind: 'percent', ratePpm: terms.feePpm }),
    rates: terms.rates.map((rate) => viewRate(rate.event, rate)),
    rules: rules.map((rule) => ({
      rule: rule.number,
      ...viewRate(rule.event, rule.rate),
      publisher_id: rule.publisherId === null ? null : Number(rule.publisherId),
      group_id: rule.groupId === null ? null : Number(rule.groupId),
      product_group: rule.productGroup,
      region: rule.region,
      customer: rule.customer,
      starts_time: rule.startsAt?.toISOString() ?? null,
      ends_time: rule.endsAt?.toISOString() ?? null,
    })),
  }
}
