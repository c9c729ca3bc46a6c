import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'

/** Confirms a decision on an application. */
export function ReviewNotice({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('applications')
  if (!answer?.ok) return null
  const said = { approve: 'queue.approved', reject: 'queue.rejected', note: 'queue.noted' } as const
  return <FormMessage tone="good">{t(said[answer.intent as keyof typeof said])}</FormMessage>
}
