import { Button, Group, Stack, Text } from '@mantine/core'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { MultiSelectField } from '#ui/multi-select-field.tsx'
import type { Merchant } from '../contract/merchant.ts'

interface JoinFormProps {
  merchant: Merchant
  onClose: () => void
  answer: IntentAnswer | undefined
}

/** The conditions of a programme and the form that joins it. */
export function JoinForm({ merchant, onClose, answer }: JoinFormProps) {
  const t = useTexts('programs')
  const isAtOnce = merchant.join_mode === 'auto' && merchant.membership !== 'declined'
  const allowed = merchant.methods.flatMap(({ method, stance }) => (stance === null ? [] : [method]))
  const intent = isAtOnce ? 'join' : 'request'
  return (
    <ActionForm intent={intent} result={answerTo(answer, intent)}>
      <HiddenField name="advertiser_id" value={merchant.advertiser_id} />
      <Stack gap="md">
        <Conditions merchant={merchant} />
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
          <SubmitButton>{t('offers.join')}</SubmitButton>
        </Group>
      </Stack>
    </ActionForm>
  )
}

function Conditions({ merchant }: { merchant: Merchant }) {
  const t = useTexts('programs')
  const { terms, methods } = merchant
  const list = (stance: 'allowed' | 'under_condition') =>
    methods
      .filter((one) => one.stance === stance)
      .map(({ method }) => method)
      .join(', ')
  const conditional = list('under_condition')
  return (
    <Facts
      facts={[
        terms !== null && [t('terms.rates'), terms.rates.map((rate) => `${rate.action_type} ${rate.text}`).join(' · ')],
        terms !== null && [
          t('terms.window'),
          terms.window_days === 0 ? t('terms.session') : t('terms.days', { days: terms.window_days }),
        ],
        terms !== null && [
          t('terms.validation'),
          `${t('terms.days', { days: terms.validation_days })}, ${t(`validationEnd.${terms.validation_end}`)}`,
        ],
        terms !== null && terms.hold_note !== '' && [t('terms.holdNote'), terms.hold_note],
        terms !== null &&
          terms.max_extensions > 0 && [
            t('terms.maxExtensions'),
            t('terms.extensions', { max: terms.max_extensions, days: terms.extension_days }),
          ],
        [t('brand.countries'), merchant.countries.map(({ name }) => name).join(', ') || '–'],
        [t('offers.allowed'), list('allowed') || t('brand.methodsNone')],
        conditional !== '' && [t('offers.conditional'), conditional],
      ]}
    />
  )
}
