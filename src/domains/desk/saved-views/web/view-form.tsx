import { Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { useFetcher } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { CheckboxField, TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import type { View } from '../contract.ts'
import { MAX_VIEW_NAME, VIEWS_PATH } from '../rules/limits.ts'

interface ViewFormProps {
  /** What to save: the search of a list; or the view to change. */
  subject: { list: string; query: string } | View
  /** The audiences beside the account itself: `team` and the roles of the team. */
  audiences?: readonly string[]
  canPinForOthers?: boolean
  result: ActionResult
  fetcher?: ReturnType<typeof useFetcher>
}

/** Names a view, says for whom it is and whether it stands in the navigation. */
export function ViewForm({ subject, audiences = [], canPinForOthers = false, result, fetcher }: ViewFormProps) {
  const t = useTexts('saved-views')
  const [audience, setAudience] = useState('me')
  const view = 'id' in subject ? subject : undefined
  return (
    <ActionForm intent={view ? 'change' : 'save'} action={VIEWS_PATH} result={result} fetcher={fetcher}>
      <SubjectFields subject={subject} />
      <TextField
        name="name"
        label={t('name')}
        defaultValue={view?.name}
        maxLength={MAX_VIEW_NAME}
        required
        data-autofocus
      />
      {!view && audiences.length > 0 && <AudienceField {...{ audiences, audience, setAudience }} />}
      {(canPinForOthers || audience === 'me') && <PinField view={view} />}
      {!view && <DatesField query={subject.query} />}
      <Group justify="end">
        <SubmitButton>{t(view ? 'change' : 'save')}</SubmitButton>
      </Group>
    </ActionForm>
  )
}

function DatesField({ query }: { query: string }) {
  const t = useTexts('saved-views')
  const hasDates = /(^|&)(begin|end)=/.test(query)
  return hasDates && <CheckboxField name="keeps_dates" label={t('keepsDates')} description={t('keepsDatesHint')} />
}

function SubjectFields({ subject }: Pick<ViewFormProps, 'subject'>) {
  if ('id' in subject) return <HiddenField name="view_id" value={subject.id} />
  return (
    <>
      <HiddenField name="list" value={subject.list} />
      <HiddenField name="query" value={subject.query} />
    </>
  )
}

interface AudienceFieldProps {
  audiences: readonly string[]
  audience: string
  setAudience: (audience: string) => void
}

function AudienceField({ audiences, audience, setAudience }: AudienceFieldProps) {
  const t = useTexts('saved-views')
  return (
    <NativeSelect
      name="audience"
      label={t('audienceLabel')}
      data={['me', ...audiences].map((value) => ({ value, label: t(`audience.${value as 'me'}`) }))}
      value={audience}
      onChange={(event) => setAudience(event.currentTarget.value)}
    />
  )
}

function PinField({ view }: { view: View | undefined }) {
  const t = useTexts('saved-views')
  if (view && !view.is_pinned && !view.can_be_pinned) return null
  return (
    <CheckboxField
      name="is_pinned"
      label={t('pinned')}
      description={t('pinnedHint')}
      defaultChecked={view?.is_pinned ?? false}
    />
  )
}
