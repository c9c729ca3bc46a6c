import { getAdvertiserId } from '#kernel/actor-scope.ts'
import type { SavedList } from '#platform/server/saved-lists.ts'
import { advertiserPromotionList, listManagedPromotionsCall } from './contract/managed.ts'
import { countPromotions, toManagedFilter } from './queries/promotions.ts'

/** The list of the promotions of an advertiser. */
export const savedPromotionLists: SavedList[] = [
  {
    list: advertiserPromotionList,
    count: ({ db, actor, now }, query, limit) => {
      const filter = toManagedFilter(listManagedPromotionsCall.query.parse(query))
      return countPromotions(db, { ...filter, advertiserId: getAdvertiserId(actor), now }, limit)
    },
  },
]
