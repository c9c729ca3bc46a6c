import type { List } from '#kernel/list-query.ts'
import { MEMBER_MEASURES } from '../rules/vocabulary.ts'
import { listMembersCall } from './members.ts'
import { listJoinRequestsCall } from './requests.ts'

/** The join requests of the signed-in advertiser. */
export const joinRequestQueue: List = {
  name: 'brand-join-requests',
  path: '/brand/publishers/requests',
  access: listJoinRequestsCall.access,
  query: listJoinRequestsCall.query,
  columns: [],
}

/** The publishers of the programme of the signed-in advertiser. */
export const memberList: List = {
  name: 'brand-publishers',
  path: '/brand/publishers',
  access: listMembersCall.access,
  query: listMembersCall.query,
  columns: ['joined', ...MEMBER_MEASURES, 'last_order', 'groups', 'tags'],
  defaultColumns: [...MEMBER_MEASURES, 'last_order', 'groups', 'tags'],
}
