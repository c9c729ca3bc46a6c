import { useTexts } from '#platform/web/texts.tsx'
import type { FormResult } from '#platform/web/form.ts'
import { findRenewal } from '#platform/web/intents.ts'
import { FormMessage, RefusalMessage } from '#ui/form.tsx'

interface Decided {
  decided: number
  refused: { transaction_id: string; message: string }[]
}

/** Shows the result of a decision: the number of transactions decided, and those refused with the reasons. */
export function DecisionResult({ result }: { result: FormResult<Decided> | undefined }) {
  if (findRenewal(result)) return null
  // The dialog, which is still open, shows the refusal of a field at that field.
  if (!result || (!result.ok && Object.keys(result.errors).length > 0)) return null
  return result.ok ? <Outcome {...result.reply} /> : <RefusalMessage result={result} />
}

function Outcome({ decided, refused }: Decided) {
  const t = useTexts('transactions')
  const messages = [...new Set(refused.map(({ message }) => message))]
  return (
    <>
      {decided > 0 && <FormMessage tone="good">{t('review.decided', { count: decided })}</FormMessage>}
      {refused.length > 0 && (
        <FormMessage tone="bad">
          {t('review.refused', { count: refused.length })} {messages.join(' ')}
        </FormMessage>
      )}
    </>
  )
}
