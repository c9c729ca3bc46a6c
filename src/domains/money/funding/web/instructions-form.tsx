import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { InstructionsView } from '../contract/payment-instructions.ts'

interface InstructionsFormProps {
  instructions: InstructionsView | null
  /** What the fields hold until an operator has saved them. */
  proposal: Partial<InstructionsView>
  smallestMissing: string
  changedAt: string | null
  answer: IntentAnswer | undefined
}

/** Asks an operator how brands pay the network. */
export function InstructionsForm(props: InstructionsFormProps) {
  const { instructions, proposal, smallestMissing, changedAt, answer } = props
  const t = useTexts('funding')
  const shown = instructions ?? proposal
  const day = changedAt === null ? null : <DateText value={changedAt} />
  const saved = day === null ? t('pay.unset') : t.rich('pay.savedOn', { day: () => day })
  return (
    <Panel title={t('pay.formTitle')} text={t('pay.formText')}>
      <ActionForm intent="instructions" result={answerTo(answer, 'instructions')} success={t('operator.saved')}>
        <p>{saved}</p>
        <FieldGrid>
          <TextField
            name="account_holder"
            label={t('pay.holder')}
            maxLength={120}
            defaultValue={shown.account_holder}
            required
          />
          <TextField
            name="account"
            label={t('pay.account')}
            description={t('pay.accountHint')}
            maxLength={60}
            defaultValue={shown.account}
            required
          />
          <TextField
            name="bank"
            label={t('pay.bank')}
            description={t('pay.bankHint')}
            maxLength={120}
            defaultValue={shown.bank}
          />
          <TextField
            name="smallest_missing"
            label={t('pay.smallest')}
            description={t('pay.smallestHint')}
            inputMode="decimal"
            maxLength={20}
            defaultValue={smallestMissing.replace(/00$/, '')}
            required
          />
        </FieldGrid>
        <TextField
          name="note"
          label={t('pay.note')}
          description={t('pay.noteHint')}
          maxLength={300}
          defaultValue={shown.note}
        />
        <SubmitButton>{t('operator.save')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}
