import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { ProgramView } from '../contract/program.ts'
import { PROGRAM_STATUSES } from '../rules.ts'
import { DescriptionFields, JoinModeField, MethodFields, TitleField } from './program-fields.tsx'

interface ProgramFormProps {
  program: ProgramView
  answer: IntentAnswer | undefined
}

/**
 * The form of a programme, without its terms, which are versions of their own. Each of its three sections is saved by
 * itself, by the intents `programRules`, `programPage` and `programMethods`.
 */
export function ProgramForm(props: ProgramFormProps) {
  return (
    <>
      <Rules {...props} />
      <PublicPage {...props} />
      <Methods {...props} />
    </>
  )
}

interface SectionProps extends ProgramFormProps {
  section: 'rules' | 'page' | 'methods'
  intent: string
  labels?: Record<string, string>
  children: ReactNode
}

function Section({ program, answer, section, intent, labels, children }: SectionProps) {
  const t = useTexts('programs')
  return (
    <Panel title={t(`program.${section}.title`)} text={t(`program.${section}.text`)}>
      <ActionForm
        intent={intent}
        result={answerTo(answer, intent)}
        success={t(`program.${section}.saved`)}
        actions={<SubmitButton>{t(`program.${section}.save`)}</SubmitButton>}
        {...(labels ? { labels } : {})}
      >
        <HiddenField name="program_id" value={program.id} />
        {children}
      </ActionForm>
    </Panel>
  )
}

/** When the programme closes, or was closed and by whom. */
function CloseText({ program: { closes_at: closesAt, closed } }: { program: ProgramView }) {
  const t = useTexts('programs')
  const date = (at: string) => () => <DateText value={at} />
  if (closed) {
    const { at, by, name } = closed
    const values = { by, date: date(at) }
    return (
      <Text>
        {name === null ? t.rich('program.closedOn', values) : t.rich('program.closedOnBy', { ...values, name })}
      </Text>
    )
  }
  return closesAt === null ? null : <Text>{t.rich('program.closesOn', { date: date(closesAt) })}</Text>
}

function Rules(props: ProgramFormProps) {
  const { program } = props
  const t = useTexts('programs')
  const labels = {
    status: t('program.status'),
    join_mode: t('program.joinMode'),
    click_param: t('program.clickParam'),
    notice_days: t('program.noticeDays'),
    countries: t('program.countries'),
  }
  return (
    <Section {...props} section="rules" intent="programRules" labels={labels}>
      <CloseText program={program} />
      <FieldGrid>
        <SelectField
          name="status"
          label={labels.status}
          description={t('program.statusHint')}
          data={PROGRAM_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          defaultValue={program.status}
        />
        <JoinModeField program={program} />
        <TextField
          name="click_param"
          label={labels.click_param}
          description={t('program.clickParamHint')}
          defaultValue={program.click_param}
          maxLength={40}
          required
        />
        <TextField
          name="notice_days"
          label={labels.notice_days}
          description={t('program.noticeDaysHint')}
          inputMode="numeric"
          defaultValue={String(program.notice_days)}
          maxLength={2}
          required
        />
        <TextField
          name="countries"
          label={labels.countries}
          description={t('program.countriesHint')}
          defaultValue={program.countries.map(({ code }) => code).join(', ')}
        />
      </FieldGrid>
    </Section>
  )
}

function PublicPage(props: ProgramFormProps) {
  const { program } = props
  const t = useTexts('programs')
  const labels = {
    title: t('program.name'),
    slug: t('program.slug'),
    public_id: t('program.publicId'),
    commission_text: t('program.commission'),
    description: t('program.description'),
  }
  return (
    <Section {...props} section="page" intent="programPage" labels={labels}>
      <TitleField program={program} />
      <FieldGrid>
        <TextField
          name="slug"
          label={labels.slug}
          description={t('program.slugHint', { id: program.public_id })}
          defaultValue={program.slug}
          maxLength={120}
          required
        />
        <TextField
          name="public_id"
          label={labels.public_id}
          inputMode="numeric"
          defaultValue={String(program.public_id)}
          required
        />
      </FieldGrid>
      <DescriptionFields program={program} />
    </Section>
  )
}

function Methods(props: ProgramFormProps) {
  return (
    <Section {...props} section="methods" intent="programMethods">
      <MethodFields program={props.program} />
    </Section>
  )
}
