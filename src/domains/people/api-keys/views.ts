import type { KeyView } from './contract.ts'
import type { listKeys } from './queries.ts'
import { keyHint } from './rules/key-text.ts'
import { getScopesOfRole } from './rules/scopes.ts'

type KeyRow = Awaited<ReturnType<typeof listKeys>>[number]

/** An API key as its publisher or its advertiser sees it. */
export function viewKey(key: KeyRow): KeyView {
  return {
    id: Number(key.id),
    name: key.name,
    hint: keyHint(key.prefix),
    scopes: key.scopes,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    made_by: key.advertiserId === null ? null : key.makerName,
    problem: findProblem(key),
  }
}

function findProblem({ advertiserId, scopes, makerRole }: KeyRow): KeyView['problem'] {
  if (advertiserId === null) return null
  if (makerRole === null) return 'maker_left'
  return getScopesOfRole(scopes, makerRole).length < scopes.length ? 'maker_role' : null
}
