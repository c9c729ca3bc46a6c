import { useEffect, useRef } from 'react'
import { findRenewal } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { RefusalMessage } from './form.tsx'

/**
 * Says why the form of a row was refused, once for all rows, and scrolls to the sentence. The forms get `findRenewal`
 * of the answer, because each would show it. Not for acts that ask for the password, because only a form can do that.
 */
export function RowRefusal({ answer }: { answer: IntentAnswer | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer) place.current?.scrollIntoView({ block: 'nearest' })
  }, [answer])
  if (!answer || answer.ok || findRenewal(answer)) return null
  return (
    <div ref={place} style={{ scrollMarginBlock: '6rem' }}>
      <RefusalMessage result={answer} />
    </div>
  )
}
