import { useState } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import type { KeyView } from '../contract.ts'

/**
 * Remembers the key that was just made until the reader revokes it or leaves the page; a change of the tab drops the
 * answer.
 */
export function useMadeKey(answer: IntentAnswer | undefined, valid: readonly KeyView[]): string | undefined {
  const [made, setMade] = useState<string>()
  const created = answerTo(answer, 'createKey')
  const key = created?.ok ? (created.reply as { key: string }).key : undefined
  if (key !== undefined && key !== made) setMade(key)
  const shown = key ?? made
  return valid.some(({ hint }) => shown?.startsWith(hint.slice(0, -1))) ? shown : undefined
}
