import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { RowActions } from '#ui/data-table.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import type { QueuedForm } from '../contract.ts'

interface FormActionsProps {
  form: QueuedForm
  answer: IntentAnswer | undefined
}

/** The operator's decisions about a tax form: verify it, or refuse it with a reason. */
export function FormActions({ form, answer }: FormActionsProps) {
  const t = useTexts('taxes')
  const fields = { form_id: form.id, details_changed_at: form.details_changed_at ?? '' }
  const shared = { size: 'xs', fields } as const
  const name = form.publisher_name
  if (form.status !== 'waiting' && form.status !== 'verified') return null
  return (
    <RowActions>
      {form.status === 'waiting' && (
        <ConfirmAction
          {...shared}
          label={t('operator.verify')}
          title={t('operator.verifyTitle', { name })}
          text={t('operator.verifyText')}
          confirmLabel={t('operator.verify')}
          intent="verify"
          result={answerTo(answer, 'verify')}
        />
      )}
      <ConfirmAction
        {...shared}
        tone="bad"
        label={t('operator.refuse')}
        title={t('operator.refuseTitle', { name })}
        text={t('operator.refuseText')}
        confirmLabel={t('operator.refuse')}
        intent="refuse"
        result={answerTo(answer, 'refuse')}
      >
        <TextAreaField
          name="reason"
          label={t('operator.reason')}
          description={t('operator.reasonHint')}
          maxLength={300}
          required
          data-autofocus
        />
      </ConfirmAction>
    </RowActions>
  )
}
