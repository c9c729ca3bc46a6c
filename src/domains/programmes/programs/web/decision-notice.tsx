import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'

const NOTICES = { approve: 'doneApprove', decline: 'doneDecline', suspend: 'doneSuspend' } as const

/** Confirms a decision. */
export function DecisionNotice({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const notice = answer?.ok ? NOTICES[answer.intent as keyof typeof NOTICES] : undefined
  return notice ? <FormMessage tone="good">{t(`requests.${notice}`)}</FormMessage> : null
}
