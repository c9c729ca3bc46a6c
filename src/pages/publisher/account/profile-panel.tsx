import { Button, Group, Text } from '@mantine/core'
import { Suspense, lazy } from 'react'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useOptionText } from '#platform/web/option-text.ts'
import { useTexts } from '#platform/web/texts.tsx'
import type { OwnPublisher } from '#domains/people/publishers/contract.ts'
import { profileFields } from '#domains/people/publishers/rules.ts'
import { Facts } from '#ui/facts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { ShownField } from './account-fields.tsx'
import type { FieldOption } from './account.server-actions.ts'
import { useOpenedForm } from '#ui/opened-form.ts'

const ProfileInput = lazy(async () => ({ default: (await import('./account-fields.tsx')).ProfileInput }))

interface ProfilePanelProps {
  part: 'p1' | 'p2'
  publisher: OwnPublisher
  /** The countries by position. */
  countries: readonly FieldOption[]
  answer: IntentAnswer | undefined
}

/** One part of the profile as a table, or as a form. The two parts are saved apart. */
export function ProfilePanel({ part, publisher, countries, answer }: ProfilePanelProps) {
  const t = useTexts('publishers')
  const form = useOpenedForm(answer, `save-${part}`)
  const fields = useShownFields(part, publisher, countries)
  const edit = (
    <Button variant="default" size="sm" onClick={form.open}>
      {t('profile.edit')}
    </Button>
  )
  const facts = <ProfileFacts part={part} publisher={publisher} fields={fields} />
  return (
    <Panel title={t(`profile.${part}`)} text={t(`profile.${part}Text`)} actions={form.isOpen ? undefined : edit}>
      {form.isOpen ? (
        <Suspense fallback={facts}>
          <ActionForm intent={`save-${part}`} result={form.result}>
            <FieldGrid>
              {fields.map((field) => (
                <ProfileInput key={field.name} {...field} />
              ))}
            </FieldGrid>
            <Group gap="xs">
              <SubmitButton>{t('profile.apply')}</SubmitButton>
              <Button variant="default" onClick={form.close}>
                {t('profile.cancel')}
              </Button>
            </Group>
          </ActionForm>
        </Suspense>
      ) : (
        facts
      )}
    </Panel>
  )
}

function useShownFields(
  part: 'p1' | 'p2',
  publisher: OwnPublisher,
  countries: readonly FieldOption[],
): readonly ShownField[] {
  const t = useTexts('sign-up')
  const optionText = useOptionText()
  return profileFields
    .filter(([, field]) => field.part === part)
    .map(([name, field]) => {
      const value = publisher[name]
      const words = field.options?.map((word, index) => ({ value: String(index + 1), label: optionText(word) }))
      return {
        name,
        field,
        label: t(`field.${name}`),
        values: [value ?? []]
          .flat()
          .map(String)
          .filter((entry) => entry !== ''),
        options: name === 'country' ? countries : words,
      }
    })
}

interface ProfileFactsProps extends Pick<ProfilePanelProps, 'part' | 'publisher'> {
  fields: readonly ShownField[]
}

function ProfileFacts({ part, publisher, fields }: ProfileFactsProps) {
  const t = useTexts('publishers')
  const signUp = useTexts('sign-up')
  const isPersonal = part === 'p1'
  return (
    <Facts
      facts={[
        isPersonal && [t('account.name'), publisher.name],
        isPersonal && [t('account.email'), publisher.email],
        isPersonal && [t('account.since'), <DateText key="since" value={publisher.created_at} />],
        ...fields.map((field) => [field.label, <Values key={field.name} {...field} />] as const),
        isPersonal && [signUp('field.paypal_email'), publisher.paypal_email || <NotGiven key="paypal" />],
      ]}
    />
  )
}

function Values({ values, options }: ShownField) {
  if (values.length === 0) return <NotGiven />
  const labels = options ? values.map((value) => options.find((option) => option.value === value)?.label) : values
  return <span dir="auto">{labels.join(', ')}</span>
}

function NotGiven() {
  const t = useTexts('publishers')
  return (
    <Text span c="dimmed">
      {t('profile.notGiven')}
    </Text>
  )
}
