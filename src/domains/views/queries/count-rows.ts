import { sql } from 'kysely'
import { getAdvertiserId } from '#domains/advertisers/rules.ts'
import { brandPromotionList, listManagedPromotionsCall } from '#domains/promotions/contract/managed.ts'
import { countPromotions, toManagedFilter } from '#domains/promotions/queries/promotions.ts'
import { listInvitationsCall } from '#domains/invitations/contract/brand.ts'
import { sentInvitationList } from '#domains/invitations/contract/lists.ts'
import { countInvitations } from '#domains/invitations/queries/invitations.ts'
import { listingList, listListingsCall } from '#domains/listings/contract.ts'
import { countListings } from '#domains/listings/queries/listings.ts'
import { toListingFilter } from '#domains/listings/rules/listing-filter.ts'
import { memberList } from '#domains/memberships/contract/lists.ts'
import { listMembersCall } from '#domains/memberships/contract/members.ts'
import { countMembers } from '#domains/memberships/queries/members.ts'
import { toMemberFilter } from '#domains/memberships/rules/member-filter.ts'
import { findProgramByAdvertiser } from '#domains/programs/queries/programs.ts'
import { getPublisherScope } from '#domains/publishers/rules.ts'
import {
  summariseBrandTransactionsCall,
  summariseReviewCall,
  listTransactionsCall,
} from '#domains/transactions/contract/calls.ts'
import {
  brandTransactionList,
  orderList,
  publisherTransactionList,
  reviewList,
} from '#domains/transactions/contract/lists.ts'
import { summariseOrdersToDecideCall } from '#domains/transactions/contract/orders.ts'
import {
  buildBrandFilter,
  buildPublisherFilter,
  buildReviewFilter,
} from '#domains/transactions/queries/list-filters.ts'
import { countOrdersToDecide } from '#domains/transactions/queries/orders-to-decide.ts'
import { countTransactions } from '#domains/transactions/queries/transaction-rows.ts'
import { fillReviewSearch, toReviewQuery } from '#domains/transactions/rules/review-list.ts'
import { toDay } from '#kernel/days.ts'
import type { ListParams } from '#kernel/list-query.ts'
import type { Ctx } from '#platform/server/context.ts'

/** Longer than this, a count is given up: a keyword can need every row. */
const TIMEOUT_MS = 300

/** PostgreSQL's code of a statement that took too long. */
const TIMED_OUT = '57014'

type Counter = (ctx: Ctx, params: ListParams, limit: number) => Promise<number>

/** How the rows of each list are counted. */
const COUNTERS: Readonly<Record<string, Counter>> = {
  [publisherTransactionList.name]: ({ db, actor, now }, params, limit) => {
    const scope = { ...getPublisherScope(actor), now }
    return countTransactions(db, buildPublisherFilter(listTransactionsCall.query.parse(params), scope), limit)
  },
  [brandTransactionList.name]: ({ db, actor, now }, params, limit) => {
    const scope = { advertiserId: getAdvertiserId(actor), now }
    return countTransactions(db, buildBrandFilter(summariseBrandTransactionsCall.query.parse(params), scope), limit)
  },
  [brandPromotionList.name]: ({ db, actor, now }, params, limit) => {
    const filter = toManagedFilter(listManagedPromotionsCall.query.parse(params))
    return countPromotions(db, { ...filter, advertiserId: getAdvertiserId(actor), now }, limit)
  },
  [memberList.name]: async ({ db, actor, now }, params) => {
    const query = listMembersCall.query.parse(params)
    return Number(await countMembers(db, toMemberFilter(query, { advertiserId: getAdvertiserId(actor), now })))
  },
  [sentInvitationList.name]: ({ db, actor, now }, params) => {
    const { status, keyword, publisher_id: publisherId } = listInvitationsCall.query.parse(params)
    return countInvitations(db, { advertiserId: getAdvertiserId(actor), status, keyword, publisherId, now })
  },
  [listingList.name]: async ({ db, actor }, params) => {
    const program = await findProgramByAdvertiser(db, { advertiserId: getAdvertiserId(actor) })
    if (program?.status !== 'open') return 0
    return countListings(db, toListingFilter(listListingsCall.query.parse(params), { programId: program.id }))
  },
  [orderList.name]: ({ db, actor }, params, limit) => {
    const { publisher_id: publisherId, ...filter } = summariseOrdersToDecideCall.query.parse(params)
    return countOrdersToDecide(db, { advertiserId: getAdvertiserId(actor), publisherId, ...filter }, limit)
  },
  [reviewList.name]: ({ db, now }, params, limit) => {
    const query = toReviewQuery(fillReviewSearch(params, toDay(now)))
    return countTransactions(db, buildReviewFilter(summariseReviewCall.query.parse(query)), limit)
  },
}

/** Counts the rows of a list up to a limit. Undefined for a list without a count, and when it takes too long. */
export async function countRows(ctx: Ctx, list: string, { params, limit }: { params: ListParams; limit: number }) {
  const count = COUNTERS[list]
  if (!count) return undefined
  try {
    return await ctx.db.transaction().execute(async (db) => {
      await sql`SELECT set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(db)
      return count({ ...ctx, db }, params, limit)
    })
  } catch (error) {
    if ((error as { code?: string }).code === TIMED_OUT) return undefined
    throw error
  }
}
