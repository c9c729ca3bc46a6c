import { Group } from '@mantine/core'
import type { Day } from '#kernel/days.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { TextField } from '#ui/fields.tsx'
import type { Payout } from '../contract/runs.ts'
import { toCents } from './run-actions.tsx'

interface SettleActionsProps {
  payout: Payout
  today: Day
  answer: IntentAnswer | undefined
}

/** The answers that the status of a payout admits. Each is a form in a dialog. */
export function SettleActions({ payout, today, answer }: SettleActionsProps) {
  if (payout.status === 'paid') return <Settle kind="returned" payout={payout} today={today} answer={answer} />
  if (payout.status !== 'exported') return null
  return (
    <Group gap="xs" justify="end">
      <Settle kind="paid" payout={payout} today={today} answer={answer} />
      <Settle kind="failed" payout={payout} today={today} answer={answer} />
    </Group>
  )
}

function Settle({ kind, payout, today, answer }: SettleActionsProps & { kind: 'paid' | 'failed' | 'returned' }) {
  const t = useTexts('runs')
  const name = payout.publisher_name
  const isPaid = kind === 'paid'
  return (
    <ConfirmAction
      size="xs"
      variant="default"
      label={t(`settle.${kind}`)}
      title={t(`settle.${kind}Title`, { name })}
      text={t(isPaid ? 'settle.paidText' : 'settle.failedText', { amount: toCents(payout.amount) })}
      confirmLabel={t('settle.confirm')}
      intent="settle"
      fields={{ payout_id: payout.id, amount: payout.amount, status: kind }}
      result={answerTo(answer, 'settle')}
    >
      {isPaid ? (
        <TextField name="reference" label={t('settle.reference')} maxLength={140} required />
      ) : (
        <TextField name="reason" label={t('settle.reason')} maxLength={300} required />
      )}
      <TextField type="date" name="day" label={t('settle.day')} defaultValue={today} max={today} required />
    </ConfirmAction>
  )
}
