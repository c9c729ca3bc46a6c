import { getAdvertiserId, getPublisherId } from '#kernel/actor-scope.ts'
import { findProgramByAdvertiser } from '#domains/programmes/programs/queries/programs.ts'
import { merchantPath } from '#domains/programmes/programs/rules.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { Refusal } from '#kernel/errors.ts'
import { toPage } from '#kernel/paging.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { changeListing } from './commands/change-listing.ts'
import * as calls from './contract.ts'
import { exportListings } from './queries/export-listings.ts'
import { findListing, hasListing, listListings } from './queries/listings.ts'
import { toListingFilter } from './rules/listing-filter.ts'
import { viewListing } from './views.ts'

/** The routes of advertisers who look for publishers, and of publishers whom they find. */
export const listingRoutes: Route[] = [
  route(calls.listListingsCall, async (ctx, { query }) => {
    const { sort = 'evidence' } = query
    const program = await findOpenProgram(ctx)
    if (!program) return { ...SUCCESS, data: { count: 0, listings: [], sort, is_open: false, program_path: null } }
    const filter = toListingFilter(query, { programId: program.id })
    const { count, listings } = await listListings(ctx.db, { ...filter, sort, page: toPage(query) })
    return {
      ...SUCCESS,
      data: {
        count,
        listings: listings.map((row) => viewListing(row, ctx.locale)),
        sort,
        is_open: true,
        program_path: merchantPath(program),
      },
    }
  }),
  route(calls.downloadListingsCall, async (ctx, { query }) => {
    const { sort = 'evidence' } = query
    const program = await findOpenProgram(ctx)
    if (!program) throw new Refusal({ code: 'program_not_open', status: 409 })
    const filter = toListingFilter(query, { programId: program.id })
    const written = { hasByteOrderMark: query.bom === '1', locale: ctx.locale }
    return new FileReply({
      filename: 'publishers-to-find.csv',
      contentType: 'text/csv; charset=utf-8',
      body: exportListings(ctx.db, { ...filter, sort }, written),
    })
  }),
  route(calls.getOwnListingCall, async (ctx) => {
    const own = { publisherId: getPublisherId(ctx.actor) }
    const [isListed, listing] = [await hasListing(ctx.db, own), await findListing(ctx.db, own)]
    return { ...SUCCESS, data: { is_listed: isListed, listing: listing ? viewListing(listing, ctx.locale) : null } }
  }),
  route(calls.setOwnListingCall, async (ctx, { body }) => {
    await changeListing(ctx, { publisherId: getPublisherId(ctx.actor), isListed: body.is_listed })
    return SUCCESS
  }),
]

async function findOpenProgram({ db, actor }: RequestCtx) {
  const program = await findProgramByAdvertiser(db, { advertiserId: getAdvertiserId(actor) })
  return program?.status === 'open' ? program : undefined
}
