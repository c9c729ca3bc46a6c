import { useState } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'

/** Opens a form, shows only answers that came since, and closes it on success. */
export function useOpenedForm(answer: IntentAnswer | undefined, intent: string) {
  const [opened, setOpened] = useState<{ before: IntentAnswer | undefined }>()
  const result = opened && answer !== opened.before ? answerTo(answer, intent) : undefined
  // Stays closed: the next navigation removes the answer, and the form must not open again then.
  if (result?.ok) setOpened(undefined)
  return {
    isOpen: opened !== undefined,
    result,
    open: () => setOpened({ before: answer }),
    close: () => setOpened(undefined),
  }
}
