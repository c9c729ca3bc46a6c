import { getTeamRoles } from '#kernel/access.ts'
import type { TeamAct } from '#kernel/access.ts'
import type { TeamRole } from '#kernel/actor.ts'
import type { ADVERTISER_SCOPES, KeyScope } from '#kernel/key-scopes.ts'

/** What the maker of an advertiser's key has to be allowed, by the scope of the key. */
const ACT_OF_SCOPE: Record<(typeof ADVERTISER_SCOPES)[number], TeamAct> = {
  decide_orders: 'decide',
  read_program: 'see',
  read_invoices: 'see_money',
}

/** The scopes that a key of an advertiser has if a member with this role made it; none for one who left. */
export function getScopesOfRole<S extends KeyScope>(scopes: readonly S[], role: TeamRole | null | undefined): S[] {
  return scopes.filter((scope) => {
    const act = (ACT_OF_SCOPE as Partial<Record<KeyScope, TeamAct>>)[scope]
    return act !== undefined && role !== null && role !== undefined && getTeamRoles(act).includes(role)
  })
}
