import type { listOfferedPromotions } from '#domains/tracking/promotions/queries/promotions.ts'
import { buildTrackingUrl } from '#domains/tracking/tracking/rules/link.ts'
import { termsInForce } from '#domains/programmes/programs/rules.ts'
import type { TransactionRow } from '#domains/orders/transactions/queries/transaction-rows.ts'
import { getClickTime } from '#domains/orders/transactions/rules/click-time.ts'
import { formatAmount } from '#kernel/money.ts'
import { FIELD_PAGE_SIZE } from '../contract/field.ts'
import type { FieldAdvertiser, FieldPaging, FieldPromotion, FieldTransaction } from '../contract/field.ts'
import type { DirectoryRow } from '../queries/directory.ts'
import { NO_SUBS, commissionText, trackingUrl } from './v1.ts'
import type { DirectoryContext } from './v1.ts'

/** The number of rows and of pages of a list. */
export function viewPaging(count: number, page: number): FieldPaging {
  return { Num: count, PageNow: page, PageTotal: Math.ceil(count / FIELD_PAGE_SIZE) }
}

/** A transaction in the field's words. */
export function viewFieldTransaction(row: TransactionRow): FieldTransaction {
  return {
    TransactionID: row.id,
    CreateTime: row.transactionAt.toISOString(),
    UpdateTime: (row.decidedAt ?? row.transactionAt).toISOString(),
    ClickTime: getClickTime(row)?.toISOString() ?? '',
    Advertiser: row.advertiserName,
    SID: row.sub1 ?? '',
    OrderValue: formatAmount(row.orderValue),
    Earnings: formatAmount(row.commission),
    Currency: row.currency,
    EarningsCurrency: row.commissionCurrency,
    State: row.status,
  }
}

const MODELS = { percent: 'CPS', fixed: 'CPA' } as const

type OfferedRow = Awaited<ReturnType<typeof listOfferedPromotions>>['promotions'][number]

/** A promotion in the field's words: a deal has the code `N/A`. */
export function viewFieldPromotion(row: OfferedRow, { trackingOrigin, siteKey }: DirectoryContext): FieldPromotion {
  const isLinked = row.isJoined && siteKey !== undefined
  const link = isLinked && { trackingOrigin, siteKey, subs: NO_SUBS, promotionId: row.id, url: row.url }
  return {
    LinkID: Number(row.id),
    Type: row.kind,
    Title: row.title,
    Description: row.description,
    CouponCode: row.code ?? 'N/A',
    StartDate: row.startsOn,
    EndDate: row.endsOn ?? '',
    Category: row.category,
    AdvertiserID: Number(row.advertiserId),
    Advertiser: row.advertiserName,
    LinkUrl: link ? buildTrackingUrl(link) : '',
  }
}

/** An advertiser in the field's words. */
export function viewFieldAdvertiser(row: DirectoryRow, context: DirectoryContext): FieldAdvertiser {
  const rates = termsInForce(row.terms, context.now)?.rates ?? []
  const link = trackingUrl(row, context)
  return {
    ID: Number(row.id),
    Name: row.name,
    Image: '',
    Domains: row.hosts,
    Countries: row.countries,
    Category: [],
    CommissionModel: [...new Set(rates.map(({ kind }) => MODELS[kind]))],
    CommissionRate: commissionText(row, context.now),
    LinkUrl: link === undefined ? [] : [link],
  }
}
