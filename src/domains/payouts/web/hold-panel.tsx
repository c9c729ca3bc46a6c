import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { PayoutHold } from '../contract/hold.ts'

/** Says whether the payouts to a publisher are on hold, and changes it. */
export function HoldPanel({ hold, answer }: { hold: PayoutHold | null; answer: IntentAnswer | undefined }) {
  const t = useTexts('runs')
  if (hold) {
    return (
      <Panel title={t('hold.heldTitle')} text={hold.reason}>
        <ActionForm intent="releasePayouts" result={answerTo(answer, 'releasePayouts')}>
          <DateText value={hold.since} withTime />
          <SubmitButton>{t('hold.release')}</SubmitButton>
        </ActionForm>
      </Panel>
    )
  }
  return (
    <Panel title={t('hold.title')} text={t('hold.text')}>
      <ConfirmAction
        tone="bad"
        label={t('hold.hold')}
        title={t('hold.confirm')}
        text={t('hold.consequence')}
        confirmLabel={t('hold.hold')}
        intent="holdPayouts"
        result={answerTo(answer, 'holdPayouts')}
      >
        <TextField name="reason" label={t('hold.reason')} maxLength={300} required />
      </ConfirmAction>
    </Panel>
  )
}
