import { getAccountKind, includesAct } from '#kernel/access.ts'
import type { AccountKind } from '#kernel/access.ts'
import { TEAM_ROLES } from '#kernel/actor.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { PUBLISHER_VIEW_ROLES } from './limits.ts'
import type { VIEW_ROLES } from './limits.ts'

/** An account, its role, and its organisation: a publisher with its sub-accounts, an advertiser, or all operators. */
export interface Member {
  accountId: bigint
  role: AccountKind
  publisherId: bigint | null
  advertiserId: bigint | null
  /** Whether it belongs to an organisation: a publisher whose account is closed has none for its sub-accounts. */
  hasOrganisation: boolean
  /** Whether it can save views for the others of its organisation, and the roles of the organisation. */
  canShare: boolean
  /** Whether it can pin these views, so that they stand in the navigation of the others. */
  canPinForOthers: boolean
  roles: readonly (typeof VIEW_ROLES)[number][]
}

/**
 * Returns the place of an account in its organisation. The members of an advertiser's team save views for each other,
 * sub-accounts for themselves only; operators have one role, so their team is the role.
 */
export function getMember(actor: AccountActor): Member {
  const { accountId, publisherId = null, advertiserId = null, subAccount, teamRole } = actor
  const isOperator = actor.role === 'operator'
  const isPublisher = publisherId !== null && subAccount === undefined
  return {
    accountId,
    role: getAccountKind(actor),
    publisherId,
    advertiserId,
    hasOrganisation: isOperator || publisherId !== null || advertiserId !== null,
    canShare: isOperator || isPublisher || teamRole !== undefined,
    canPinForOthers: isOperator || isPublisher || includesAct(teamRole, 'pin_views'),
    roles: isPublisher ? PUBLISHER_VIEW_ROLES : teamRole === undefined ? [] : TEAM_ROLES,
  }
}
