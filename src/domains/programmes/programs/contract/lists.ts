import { z } from 'zod'
import { listOf } from '#kernel/list-query.ts'
import type { List } from '#kernel/list-query.ts'
import { MEMBERSHIP_STATUSES } from '../rules.ts'
import { listMembershipsCall } from './membership.ts'

/** Join requests and memberships. Without a status it shows those that are pending; `all` shows every one. */
export const joinRequestList: List = {
  ...listOf(listMembershipsCall, '/operator/join-requests'),
  query: z.object({
    ...listMembershipsCall.query.shape,
    status: z.enum([...MEMBERSHIP_STATUSES, 'all']).optional(),
  }),
}
