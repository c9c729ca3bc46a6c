import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { MultiSelectField } from '#ui/multi-select-field.tsx'
import type { Merchant } from '../contract/merchant.ts'
import { Conditions } from './conditions.tsx'
import { joinsAtOnce } from './joins-at-once.ts'

interface JoinFormProps {
  merchant: Merchant
  /** How far the programme is set up. */
  setup: ReactNode
  /** Further values that the form sends. */
  fields?: Readonly<Record<string, string>> | undefined
  onClose: () => void
  answer: IntentAnswer | undefined
}

/** The conditions of a programme and the form that joins it. */
export function JoinForm({ merchant, setup, fields = {}, onClose, answer }: JoinFormProps) {
  const t = useTexts('programs')
  const isAtOnce = joinsAtOnce(merchant)
  const allowed = merchant.methods.flatMap(({ method, stance }) => (stance === null ? [] : [method]))
  const intent = isAtOnce ? 'join' : 'request'
  return (
    <ActionForm intent={intent} result={answerTo(answer, intent)}>
      <HiddenField name="advertiser_id" value={merchant.advertiser_id} />
      {Object.entries(fields).map(([name, value]) => (
        <HiddenField key={name} name={name} value={value} />
      ))}
      <Stack gap="md">
        <Conditions merchant={merchant} />
        {setup}
        <Text c="dimmed">{isAtOnce ? t('offers.joinAuto') : t('offers.joinReview')}</Text>
        {!isAtOnce && allowed.length > 0 && (
          <MultiSelectField
            name="methods"
            label={t('offers.methods')}
            description={t('offers.methodsHint')}
            data={allowed}
          />
        )}
        {!isAtOnce && (
          <TextAreaField
            name="message"
            label={t('offers.message')}
            description={t('offers.messageHint')}
            maxLength={1000}
            data-autofocus
          />
        )}
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('offers.notNow')}
          </Button>
          <SubmitButton>{t(isAtOnce ? 'offers.join' : 'offers.ask')}</SubmitButton>
        </Group>
      </Stack>
    </ActionForm>
  )
}
