import { useTexts } from '#platform/web/texts.tsx'
import type { FormResult } from '#platform/web/form.ts'
import { FormMessage } from '#ui/form.tsx'

interface Decided {
  decided: number
  refused: { transaction_id: string; message: string }[]
}

/** What came of a decision: how many were made, and what was left as it is and why. */
export function DecisionResult({ result }: { result: FormResult<Decided> | undefined }) {
  const t = useTexts('transactions')
  if (!result) return null
  if (!result.ok) return <FormMessage tone="bad">{result.message}</FormMessage>
  const { decided, refused } = result.reply
  const messages = [...new Set(refused.map(({ message }) => message))]
  return (
    <>
      {decided > 0 && <FormMessage tone="good">{t('review.decided', { count: decided })}</FormMessage>}
      {refused.length > 0 && (
        <FormMessage tone="bad">
          <span>
            {t('review.refused', { count: refused.length })} {messages.join(' ')}
          </span>
        </FormMessage>
      )}
    </>
  )
}
