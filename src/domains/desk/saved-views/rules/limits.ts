import { TEAM_ROLES } from '#kernel/actor.ts'

/** For whom a view is: the account itself, all accounts of its organisation, or those of one role there. */
export const VIEW_SCOPES = ['me', 'team', 'role'] as const

/** @see VIEW_SCOPES */
export type ViewScope = (typeof VIEW_SCOPES)[number]

/** The roles of a publisher with its sub-accounts for which a view can be. */
export const PUBLISHER_VIEW_ROLES = ['publisher', 'full_sub_account', 'read_only_sub_account'] as const

/** The roles of an organisation for which a view can be. Operators have one role, which is the team. */
export const VIEW_ROLES = [...PUBLISHER_VIEW_ROLES, ...TEAM_ROLES] as const

/** The address of the page with the saved views, whose action saves and changes them. */
export const VIEWS_PATH = '/views'

/** The longest name of a view, in characters. */
export const MAX_VIEW_NAME = 60

/** The longest search of a view, in characters. */
export const MAX_VIEW_QUERY = 1000

/** A count goes this far, and says then that there are more. */
export const MAX_VIEW_COUNT = 1000
