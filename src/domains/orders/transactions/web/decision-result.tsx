import { useTexts } from '#platform/web/texts.tsx'
import type { FormResult } from '#platform/web/form.ts'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import type { DecisionAction } from '../contract/vocabulary.ts'
import type { Undo } from './decision-form.ts'

/** The answer to a decision, with what takes it back. */
export interface Decided {
  decided: number
  action: DecisionAction
  refused: { transaction_id: string; message: string }[]
  undo?: Undo | undefined
}

/**
 * Shows the result of a decision: the number of transactions decided with a button that takes it back, and those
 * refused with the reasons.
 */
export function DecisionResult({ result }: { result: FormResult<Decided> | undefined }) {
  // The dialog, which is still open, shows the refusal of a field at that field.
  if (!result || (!result.ok && Object.keys(result.errors).length > 0)) return null
  return result.ok ? <Outcome {...result.reply} /> : <FormMessage tone="bad">{result.message}</FormMessage>
}

function Outcome({ decided, refused, undo }: Decided) {
  const t = useTexts('transactions')
  const messages = [...new Set(refused.map(({ message }) => message))]
  return (
    <>
      {decided > 0 && (
        <FormMessage tone="good">
          {t('review.decided', { count: decided })}
          {undo && <UndoButton undo={undo} />}
        </FormMessage>
      )}
      {refused.length > 0 && (
        <FormMessage tone="bad">
          {t('review.refused', { count: refused.length })} {messages.join(' ')}
        </FormMessage>
      )}
    </>
  )
}

function UndoButton({ undo: { action, transactions, amount, items } }: { undo: Undo }) {
  const t = useTexts('transactions')
  return (
    <ActionForm intent={action}>
      {transactions.map((key) => (
        <HiddenField key={key} name="transaction" value={key} />
      ))}
      {amount !== undefined && <HiddenField name="amount" value={amount} />}
      {items !== undefined && <HiddenField name="items" value={JSON.stringify(items)} />}
      <SubmitButton size="sm" variant="default">
        {t('review.undo')}
      </SubmitButton>
    </ActionForm>
  )
}
