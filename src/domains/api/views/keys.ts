import type { KeyView } from '../contract/keys.ts'
import type { listKeys } from '../queries/keys.ts'
import { keyHint } from '../rules/key-text.ts'

/** An API key as its publisher sees it. */
export function viewKey(key: Awaited<ReturnType<typeof listKeys>>[number]): KeyView {
  return {
    id: Number(key.id),
    name: key.name,
    hint: keyHint(key.prefix),
    scopes: key.scopes,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  }
}
