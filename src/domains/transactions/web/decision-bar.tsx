import { findRenewal } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { CANCEL_REASONS } from '../contract/vocabulary.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'

interface DecisionButtonsProps {
  /** Publisher, id and seen status of each chosen transaction, `12.0199….PENDING`. */
  chosen: readonly string[]
  /** The status that all of them share, if they do. The bar does not offer that status again. */
  status: TransactionStatus | undefined
  result: ActionResult
}

/** Confirms or cancels the chosen transactions; a cancellation asks for the reason. */
export function DecisionButtons({ chosen, status, result }: DecisionButtonsProps) {
  const t = useTexts('transactions')
  const fields = chosen.map((key) => <HiddenField key={key} name="transaction" value={key} />)
  return (
    <>
      {status !== 'CONFIRMED' && (
        <ActionForm intent="confirm" result={findRenewal(result)}>
          {fields}
          <SubmitButton size="sm">
            {status === 'CANCELLED' ? t('review.confirmAgain') : t('review.confirm')}
          </SubmitButton>
        </ActionForm>
      )}
      {status !== 'CANCELLED' && (
        <ConfirmAction
          size="sm"
          label={t('review.cancel')}
          title={t('review.cancelTitle', { count: chosen.length })}
          text={t('review.cancelText')}
          confirmLabel={t('review.cancelConfirm', { count: chosen.length })}
          intent="cancel"
          tone="bad"
          result={result}
        >
          {fields}
          <SelectField
            name="reason_code"
            label={t('review.reason')}
            required
            data={CANCEL_REASONS.map((value) => ({ value, label: t(`cancelReason.${value}`) }))}
          />
          <TextAreaField name="note" label={t('review.note')} maxLength={500} />
        </ConfirmAction>
      )}
    </>
  )
}
