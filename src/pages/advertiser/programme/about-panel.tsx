import type { ProgramView } from '#domains/programmes/programs/contract/program.ts'
import { DescriptionFields, JoinModeField, TitleField } from '#domains/programmes/programs/web/program-fields.tsx'
import { GLOBAL_REGION } from '#kernel/regions.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { MultiSelectField } from '#ui/multi-select-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

interface AboutPanelProps {
  program: ProgramView
  countries: readonly { value: string; label: string }[]
  answer: IntentAnswer | undefined
}

/** What publishers read about the programme, where the brand sells, and who may join. */
export function AboutPanel({ program, countries, answer }: AboutPanelProps) {
  const t = useTexts('programs')
  const worldwide = { value: GLOBAL_REGION, label: t('brand.global') }
  return (
    <Panel title={t('brand.about')}>
      <TeamGate act="run_programme">
        <ActionForm intent="about" result={answerTo(answer, 'about')} success={t('brand.saved')}>
          <TitleField program={program} />
          <DescriptionFields program={program} />
          <MultiSelectField
            name="countries"
            label={t('program.countries')}
            description={t('brand.countriesHint')}
            data={[worldwide, ...countries]}
            defaultValue={program.countries.map(({ code }) => code)}
            searchable
          />
          <JoinModeField program={program} />
          <SubmitButton>{t('brand.save')}</SubmitButton>
        </ActionForm>
      </TeamGate>
    </Panel>
  )
}
