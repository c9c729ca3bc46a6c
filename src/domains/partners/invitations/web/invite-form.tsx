import { Alert, Fieldset, Group, Stack, Text } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { useDayText } from '#ui/month-text.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import { parseRate } from '#domains/programmes/rates/rules/rate.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { getCandidateCall } from '../contract/advertiser.ts'
import { compareOffer } from '../rules/invitation.ts'
import { MAX_INVITATION_TEXT } from '../rules/vocabulary.ts'
import { BudgetText } from './budget-text.tsx'

const DateField = lazy(async () => ({ default: (await import('#ui/date-field.tsx')).DateField }))

type Candidate = ReplyOf<typeof getCandidateCall>['data']

interface InviteFormProps {
  candidate: Candidate
  answer: IntentAnswer | undefined
}

/** The form that invites a publisher: offers by event, the last day and a message. Needs the texts `invitations`. */
export function InviteForm({ candidate, answer }: InviteFormProps) {
  const t = useTexts('invitations')
  const { today = '' } = useSession()
  const writeDay = useDayText()
  const { applicant, ordinary, days, budget } = candidate
  return (
    <ActionForm intent="invite" result={answerTo(answer, 'invite')}>
      <HiddenField name="publisher_id" value={applicant.publisher_id} />
      <TeamGate act="set_terms">
        <Stack gap="sm">
          {ordinary.map((each, index) => (
            <OfferFields key={each.action_type} index={index} ordinary={each} />
          ))}
          <Text c="dimmed" fz="sm">
            {t('form.valueHint')}
          </Text>
        </Stack>
      </TeamGate>
      <Suspense>
        <DateField
          name="expires_on"
          label={t('form.expires')}
          description={t('form.expiresHint', { first: writeDay(days.first), last: writeDay(days.last) })}
          defaultValue={days.usual}
          today={today}
          notBefore={days.first}
          notAfter={days.last}
        />
      </Suspense>
      <TextAreaField
        name="message"
        label={t('form.message')}
        description={t('form.messageHint')}
        maxLength={MAX_INVITATION_TEXT}
      />
      <BudgetText budget={budget} />
      <Group>
        <SubmitButton>{t('form.send')}</SubmitButton>
      </Group>
    </ActionForm>
  )
}

/** The rate of its own of an event, with what it means beside the ordinary rate. */
function OfferFields({ index, ordinary }: { index: number; ordinary: Candidate['ordinary'][number] }) {
  const t = useTexts('invitations')
  const { action_type: event, text } = ordinary
  const [kind, setKind] = useState<'percent' | 'fixed'>(ordinary.kind)
  const [value, setValue] = useState('')
  const offer = value === '' ? undefined : parseRate({ kind, value })
  const isLower = offer && compareOffer(offer, parseRate(ordinary)) === 'lower'
  const name = `offers.${index}`
  return (
    <Fieldset legend={t('form.rateOf', { event })} p="sm">
      <Stack gap="xs">
        <Text c="dimmed" fz="sm">
          {t('form.ordinaryRate', { rate: text })}
        </Text>
        <HiddenField name={`${name}.action_type`} value={event} />
        <FieldGrid minWidth="10rem">
          <SelectField
            name={`${name}.kind`}
            label={t('form.kind')}
            data={[
              { value: 'percent', label: t('form.percent') },
              { value: 'fixed', label: t('form.fixed') },
            ]}
            value={kind}
            onChange={(chosen) => setKind(chosen === 'fixed' ? 'fixed' : 'percent')}
            allowDeselect={false}
          />
          <TextField
            name={`${name}.value`}
            label={t('form.value')}
            inputMode="decimal"
            maxLength={40}
            onChange={({ currentTarget }) => setValue(currentTarget.value.trim())}
          />
        </FieldGrid>
        {isLower && (
          <Alert color="warn" py="xs">
            {t('form.lower', { rate: text })}
          </Alert>
        )}
      </Stack>
    </Fieldset>
  )
}
