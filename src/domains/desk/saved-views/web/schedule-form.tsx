import { Group, NativeSelect, Text } from '@mantine/core'
import type { useFetcher } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import type { View } from '../contract.ts'
import { VIEWS_PATH } from '../rules/limits.ts'
import { MAIL_HOUR, MOMENTS } from '../rules/schedule.ts'

interface ScheduleFormProps {
  view: View
  result: ActionResult
  fetcher?: ReturnType<typeof useFetcher>
}

/** Says when a view is mailed to the account. */
export function ScheduleForm({ view, result, fetcher }: ScheduleFormProps) {
  const t = useTexts('saved-views')
  const moments = MOMENTS.map((value) => ({ value, label: t(`moment.${value}`) }))
  return (
    <ActionForm intent="schedule" action={VIEWS_PATH} result={result} fetcher={fetcher}>
      <HiddenField name="view_id" value={view.id} />
      <NativeSelect name="moment" label={t('when')} data={moments} defaultValue="weekly-1" data-autofocus />
      <Text size="sm" c="dimmed">
        {t('byMailText', { hour: String(MAIL_HOUR).padStart(2, '0') })}
      </Text>
      <Group justify="end">
        <SubmitButton>{t('start')}</SubmitButton>
      </Group>
    </ActionForm>
  )
}
