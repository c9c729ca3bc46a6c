import { Fieldset, NativeSelect, Text } from '@mantine/core'
import { METHOD_POLICIES, PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-fields.tsx'
import type { ProgramView } from '../contract/program.ts'
import { JOIN_MODES, PROGRAM_STATUSES } from '../rules.ts'
import { methodField } from './program-input.ts'

/** The form of a programme, without its terms, which are versions of their own. */
export function ProgramForm({ program, answer }: { program: ProgramView; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  return (
    <Panel title={t('program.title')}>
      <ActionForm intent="program" result={answerTo(answer, 'program')} success={t('program.saved')}>
        <HiddenField name="program_id" value={program.id} />
        <Rules program={program} />
        <Texts program={program} />
        <Methods program={program} />
        <SubmitButton>{t('program.save')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

function Rules({ program }: { program: ProgramView }) {
  const t = useTexts('programs')
  return (
    <FieldGrid>
      <SelectField
        name="status"
        label={t('program.status')}
        description={t('program.statusHint')}
        data={PROGRAM_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        defaultValue={program.status}
      />
      <SelectField
        name="join_mode"
        label={t('program.joinMode')}
        data={JOIN_MODES.map((value) => ({ value, label: t(`joinMode.${value}`) }))}
        defaultValue={program.join_mode}
      />
      <TextField
        name="click_param"
        label={t('program.clickParam')}
        description={t('program.clickParamHint')}
        defaultValue={program.click_param}
        maxLength={40}
        required
      />
      <TextField
        name="countries"
        label={t('program.countries')}
        description={t('program.countriesHint')}
        defaultValue={program.countries.map(({ code }) => code).join(', ')}
      />
    </FieldGrid>
  )
}

function Texts({ program }: { program: ProgramView }) {
  const t = useTexts('programs')
  return (
    <>
      <TextField name="title" label={t('program.name')} defaultValue={program.title} maxLength={120} required />
      <FieldGrid>
        <TextField
          name="slug"
          label={t('program.slug')}
          description={t('program.slugHint', { id: program.public_id })}
          defaultValue={program.slug}
          maxLength={120}
          required
        />
        <TextField
          name="public_id"
          label={t('program.publicId')}
          inputMode="numeric"
          defaultValue={String(program.public_id)}
          required
        />
      </FieldGrid>
      <TextAreaField
        name="commission_text"
        label={t('program.commission')}
        description={t('program.commissionHint')}
        defaultValue={program.commission_text}
        maxLength={2000}
      />
      <TextAreaField
        name="description"
        label={t('program.description')}
        defaultValue={program.description}
        maxLength={10_000}
      />
    </>
  )
}

function Methods({ program }: { program: ProgramView }) {
  const t = useTexts('programs')
  const policies = new Map(program.methods.map(({ method, stance }) => [method, stance]))
  const options = [
    { value: '', label: t('stance.none') },
    ...METHOD_POLICIES.map((value) => ({ value, label: t(`stance.${value}`) })),
  ]
  return (
    <Fieldset variant="unstyled" legend={t('program.methods')}>
      <Text mb="md" c="dimmed">
        {t('program.methodsText')}
      </Text>
      <FieldGrid>
        {PROMOTION_METHODS.map((method) => (
          <NativeSelect
            key={method}
            size="sm"
            name={methodField(method)}
            label={method}
            data={options}
            defaultValue={policies.get(method) ?? ''}
          />
        ))}
      </FieldGrid>
    </Fieldset>
  )
}
