import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { findProgramByAdvertiser } from '#domains/programmes/programs/queries/programs.ts'
import type { SavedList } from '#platform/server/saved-lists.ts'
import { listListingsCall, listingList } from './contract.ts'
import { countListings } from './queries/listings.ts'
import { toListingFilter } from './rules/listing-filter.ts'

/** The list of the publishers that an advertiser can find. */
export const savedListingLists: SavedList[] = [
  {
    list: listingList,
    count: async ({ db, actor }, query) => {
      const program = await findProgramByAdvertiser(db, { advertiserId: getAdvertiserId(actor) })
      if (program?.status !== 'open') return 0
      return countListings(db, toListingFilter(listListingsCall.query.parse(query), { programId: program.id }))
    },
  },
]
