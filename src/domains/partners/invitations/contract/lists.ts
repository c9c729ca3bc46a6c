import { listOf } from '#kernel/list-query.ts'
import type { List } from '#kernel/list-query.ts'
import { listInvitationsCall } from './advertiser.ts'
import { listOwnInvitationsCall } from './publisher.ts'

/** The invitations of the signed-in advertiser. */
export const sentInvitationList: List = {
  ...listOf(listInvitationsCall, '/brand/publishers/invitations'),
  name: 'brand-invitations',
}

/** The invitations of the signed-in publisher. */
export const ownInvitationList = listOf(listOwnInvitationsCall, '/invitations')
