import { getAdvertiserId } from '#kernel/actor-scope.ts'
import type { SavedList } from '#platform/server/saved-lists.ts'
import { listInvitationsCall } from './contract/advertiser.ts'
import { sentInvitationList } from './contract/lists.ts'
import { countInvitations } from './queries/invitations.ts'

/** The list of the invitations that an advertiser sent. */
export const savedInvitationLists: SavedList[] = [
  {
    list: sentInvitationList,
    count: ({ db, actor, now }, query) => {
      const { status, keyword, publisher_id: publisherId } = listInvitationsCall.query.parse(query)
      return countInvitations(db, { advertiserId: getAdvertiserId(actor), status, keyword, publisherId, now })
    },
  },
]
