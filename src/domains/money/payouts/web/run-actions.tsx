import { formatAmount, parseAmount } from '#kernel/money.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { DraftChanges } from '../contract/draft-changes.ts'
import type { Run } from '../contract/runs.ts'

/** Writes an amount of the API with two decimals. */
export function toCents(amount: string): string {
  return formatAmount(parseAmount(amount) ?? 0n, 2)
}

interface RunActionsProps {
  run: Run
  needsTypedSum: boolean
  /** Whether one operator has to compute the draft before another one approves it. */
  needsMaker: boolean
  changes: DraftChanges | null
  answer: IntentAnswer | undefined
}

/** The acts that the status of a run admits. */
export function RunActions(props: RunActionsProps) {
  const { run, answer } = props
  const t = useTexts('runs')
  if (run.is_being_discarded) return null
  if (run.is_advancing) return run.status === 'draft' ? <DiscardAction answer={answer} /> : null
  if (run.status === 'draft') return <DraftActions {...props} />
  if (run.status === 'approved') {
    return (
      <ConfirmAction
        label={t('export')}
        title={t('exportTitle')}
        text={t('exportText')}
        confirmLabel={t('export')}
        intent="export"
        result={answerTo(answer, 'export')}
      />
    )
  }
  if (run.status !== 'settled') return null
  return (
    <ConfirmAction
      label={t('close')}
      title={t('closeTitle')}
      text={t('closeText')}
      confirmLabel={t('close')}
      intent="close"
      result={answerTo(answer, 'close')}
    />
  )
}

function DiscardAction({ answer }: Pick<RunActionsProps, 'answer'>) {
  const t = useTexts('runs')
  return (
    <ConfirmAction
      tone="bad"
      label={t('discard')}
      title={t('discardTitle')}
      text={t('discardText')}
      confirmLabel={t('discard')}
      intent="discard"
      result={answerTo(answer, 'discard')}
    />
  )
}

function DraftActions({ run, needsTypedSum, needsMaker, changes, answer }: RunActionsProps) {
  const t = useTexts('runs')
  const amount = toCents(run.amount)
  const takenBack = changes?.taken_back.count ?? 0
  return (
    <>
      <DiscardAction answer={answer} />
      <ActionForm intent="compute" result={answerTo(answer, 'compute')}>
        <SubmitButton variant="default">{t('compute')}</SubmitButton>
      </ActionForm>
      {run.payouts > 0 && !needsMaker && !changes?.outdated.count && (
        <ConfirmAction
          label={t('approve')}
          title={t('approveTitle')}
          text={
            <>
              {t('approveText', { count: run.payouts, amount })}
              {takenBack > 0 && ` ${t('changes.note', { count: takenBack })}`}
            </>
          }
          confirmLabel={t('approve')}
          intent="approve"
          fields={{ computed_at: run.computed_at ?? '', seen_taken_back: String(takenBack) }}
          result={answerTo(answer, 'approve')}
        >
          {needsTypedSum && <TextField name="amount" label={t('approveSum')} placeholder={amount} required />}
        </ConfirmAction>
      )}
    </>
  )
}
