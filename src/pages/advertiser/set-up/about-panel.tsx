import type { ProgramView } from '#domains/programmes/programs/contract/program.ts'
import { JOIN_MODES } from '#domains/programmes/programs/rules.ts'
import { GLOBAL_REGION } from '#kernel/regions.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { MultiSelectField } from '#ui/multi-select-field.tsx'
import { SelectField } from '#ui/select-field.tsx'

interface AboutPanelProps {
  program: ProgramView
  countries: readonly { value: string; label: string }[]
  answer: IntentAnswer | undefined
}

/** What publishers read about the programme, where the brand sells, and who may join. */
export function AboutPanel({ program, countries, answer }: AboutPanelProps) {
  const t = useTexts('setup')
  const programs = useTexts('programs')
  const worldwide = { value: GLOBAL_REGION, label: t('terms.global') }
  return (
    <Panel title={t('terms.about')}>
      <ActionForm intent="about" result={answerTo(answer, 'about')} success={t('terms.saved')}>
        <TextField name="title" label={t('terms.name')} defaultValue={program.title} maxLength={120} required />
        <TextAreaField
          name="description"
          label={t('terms.description')}
          description={t('terms.descriptionHint')}
          defaultValue={program.description}
          maxLength={10_000}
        />
        <TextField
          name="commission_text"
          label={t('terms.commission')}
          description={t('terms.commissionHint')}
          defaultValue={program.commission_text}
          maxLength={2000}
        />
        <MultiSelectField
          name="countries"
          label={t('terms.countries')}
          description={t('terms.countriesHint')}
          data={[worldwide, ...countries]}
          defaultValue={program.countries.map(({ code }) => code)}
          searchable
        />
        <SelectField
          name="join_mode"
          label={t('terms.joinMode')}
          data={JOIN_MODES.map((value) => ({ value, label: programs(`joinMode.${value}`) }))}
          defaultValue={program.join_mode}
        />
        <SubmitButton>{t('terms.save')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}
