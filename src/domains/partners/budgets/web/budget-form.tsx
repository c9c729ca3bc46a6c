import type { ReplyOf } from '#kernel/endpoint.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { NameField } from '#ui/name-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { setBudgetCall } from '../contract.ts'
import { BUDGET_MEASURES, BUDGET_PERIODS, CONSEQUENCES } from '../rules.ts'

interface BudgetFormProps {
  noticeDays: number
  answer: IntentAnswer | undefined
}

/** Sets or changes a budget. */
export function BudgetForm({ noticeDays, answer }: BudgetFormProps) {
  const t = useTexts('budgets')
  const result = answerTo(answer, 'set')
  return (
    <Panel title={t('form.title')} text={t('form.text')}>
      <ActionForm intent="set" result={result} success={<Saved result={result} />}>
        <FieldGrid>
          <NameField kind="publishers" name="publisher_id" label={t('form.publisher')} anyLabel={t('all')} />
          <SelectField
            name="period"
            label={t('form.period')}
            data={BUDGET_PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
            defaultValue="month"
          />
          <SelectField
            name="measure"
            label={t('form.measure')}
            data={BUDGET_MEASURES.map((value) => ({ value, label: t(`measure.${value}`) }))}
            defaultValue="commission"
          />
          <SelectField
            name="consequence"
            label={t('form.consequence')}
            data={CONSEQUENCES.map((value) => ({ value, label: t(`consequence.${value}`) }))}
            defaultValue="tell"
          />
        </FieldGrid>
        <TextField name="cap" label={t('form.cap')} description={t('form.capHint')} inputMode="decimal" required />
        <p>{t('form.notice', { days: noticeDays })}</p>
        <SubmitButton>{t('form.save')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

function Saved({ result }: { result: IntentAnswer | undefined }) {
  const t = useTexts('budgets')
  if (!result?.ok) return null
  const { effective_from: from } = result.reply as ReplyOf<typeof setBudgetCall>
  return t.rich('saved', { from: () => <DateText value={from} withTime /> })
}
