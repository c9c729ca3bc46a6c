import { Alert, Group, Stack, Text } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import { parseRate } from '#domains/rates/rules/rate.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { getCandidateCall } from '../contract/brand.ts'
import { compareOffer } from '../rules/invitation.ts'
import { MAX_INVITATION_TEXT } from '../rules/vocabulary.ts'
import { BudgetText } from './budget-text.tsx'

const DateField = lazy(async () => ({ default: (await import('#ui/date-field.tsx')).DateField }))

type Candidate = ReplyOf<typeof getCandidateCall>['data']

interface InviteFormProps {
  candidate: Candidate
  answer: IntentAnswer | undefined
}

/** The form that invites a publisher: an offer, its last day and a message. Needs the texts `invitations`. */
export function InviteForm({ candidate, answer }: InviteFormProps) {
  const t = useTexts('invitations')
  const { today = '' } = useSession()
  const { applicant, ordinary, days, budget } = candidate
  return (
    <ActionForm intent="invite" result={answerTo(answer, 'invite')}>
      <HiddenField name="publisher_id" value={applicant.publisher_id} />
      <Facts facts={ordinary.map(({ action_type: event, text }) => [`${t('form.ordinary')}: ${event}`, text])} />
      <TeamGate act="set_terms">
        <OfferFields ordinary={ordinary} />
      </TeamGate>
      <Suspense>
        <DateField
          name="expires_on"
          label={t('form.expires')}
          description={t('form.expiresHint', { first: days.first, last: days.last })}
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

/** The rate of its own, with what it means beside the ordinary rate. */
function OfferFields({ ordinary }: Pick<Candidate, 'ordinary'>) {
  const t = useTexts('invitations')
  const first = ordinary.find(({ action_type: each }) => each === 'sale') ?? ordinary[0]
  const [event, setEvent] = useState(first?.action_type ?? 'sale')
  const [kind, setKind] = useState<'percent' | 'fixed'>(first?.kind ?? 'percent')
  const [value, setValue] = useState('')
  const present = ordinary.find(({ action_type: each }) => each === event)
  const offer = value === '' ? undefined : parseRate({ kind, value })
  const isLower = present && offer && compareOffer(offer, parseRate(present)) === 'lower'
  return (
    <Stack gap="xs">
      <FieldGrid minWidth="10rem">
        {ordinary.length > 1 ? (
          <SelectField
            name="action_type"
            label={t('form.event')}
            data={ordinary.map(({ action_type: each }) => each)}
            value={event}
            onChange={(chosen) => setEvent(chosen ?? event)}
            allowDeselect={false}
          />
        ) : (
          <HiddenField name="action_type" value={event} />
        )}
        <SelectField
          name="kind"
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
          name="value"
          label={t('form.value')}
          inputMode="decimal"
          maxLength={40}
          onChange={({ currentTarget }) => setValue(currentTarget.value.trim())}
        />
      </FieldGrid>
      <Text c="dimmed" fz="sm">
        {t('form.valueHint')}
      </Text>
      {isLower && (
        <Alert color="warn" py="xs">
          {t('form.lower', { rate: present.text })}
        </Alert>
      )}
    </Stack>
  )
}
