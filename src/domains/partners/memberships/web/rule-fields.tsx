import { Fieldset, Group, Text } from '@mantine/core'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { MultiSelectField } from '#ui/multi-select-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { JoinRuleView } from '../contract/join-rules.ts'
import { RULE_ACTIONS } from '../rules/join-rules.ts'
import { MAX_MEMBERSHIP_TEXT } from '../rules/vocabulary.ts'
import { ruleField } from './rules-input.ts'

interface RuleFieldsProps {
  index: number
  /** Absent for a rule that is new. */
  rule: JoinRuleView | undefined
  /** On how many requests of the last days it would have acted; absent unless it was tried. */
  tried: number | undefined
}

/** The fields of a rule: what it does, and its conditions. One without an action is not saved. */
export function RuleFields({ index, rule, tried }: RuleFieldsProps) {
  const shown = rule ?? NEW_RULE
  const t = useTexts('memberships')
  const name = (field: string) => ruleField(index, field)
  const actions = RULE_ACTIONS.map((value) => ({ value, label: t(`rules.action.${value}`) }))
  const verified = (['yes', 'no'] as const).map((value) => ({ value, label: t(`rules.verified.${value}`) }))
  return (
    <Fieldset
      legend={
        <Group gap="xs">
          <Text fw={600}>{rule ? t('rules.rule', { number: index + 1 }) : t('rules.newRule')}</Text>
          {tried !== undefined && <Text c="dimmed">{t('rules.acted', { count: tried })}</Text>}
        </Group>
      }
    >
      <FieldGrid>
        <SelectField
          name={name('action')}
          label={t('rules.does')}
          data={actions}
          defaultValue={shown.action}
          placeholder={t('rules.none')}
          clearable
        />
        <TextField name={name('place')} label={t('rules.place')} inputMode="numeric" defaultValue={index + 1} />
        <MultiSelectField
          name={name('methods')}
          label={t('rules.methods')}
          data={PROMOTION_METHODS}
          defaultValue={shown.methods}
          searchable
        />
        <TextField
          name={name('countries')}
          label={t('rules.countries')}
          description={t('rules.countriesHint')}
          defaultValue={shown.countries.join(', ')}
        />
        <TextField
          name={name('min_site_days')}
          label={t('rules.minDays')}
          inputMode="numeric"
          defaultValue={shown.min_site_days ?? ''}
        />
        <TextField
          name={name('max_site_days')}
          label={t('rules.maxDays')}
          inputMode="numeric"
          defaultValue={shown.max_site_days ?? ''}
        />
        <SelectField
          name={name('is_verified')}
          label={t('rules.verified.label')}
          data={verified}
          defaultValue={toChoice(shown.is_verified)}
          placeholder={t('rules.verified.any')}
          clearable
        />
      </FieldGrid>
      <TextAreaField
        name={name('text')}
        label={t('rules.text')}
        description={t('rules.textHint')}
        defaultValue={shown.text}
        maxLength={MAX_MEMBERSHIP_TEXT}
        minRows={1}
        mt="sm"
      />
    </Fieldset>
  )
}

const NEW_RULE: Omit<JoinRuleView, 'action' | 'rule_no'> & { action: null } = {
  action: null,
  methods: [],
  countries: [],
  min_site_days: null,
  max_site_days: null,
  is_verified: null,
  text: '',
}

/** The choice of a select field for a claim that may be open. */
function toChoice(isTrue: boolean | null): 'yes' | 'no' | null {
  if (isTrue === null) return null
  return isTrue ? 'yes' : 'no'
}
