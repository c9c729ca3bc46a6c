import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { States } from '../contract.ts'

/** Tells the publisher that its account is on hold, suspended or closed, what that means and why. */
export function StateNotice({ states }: { states: States }) {
  const t = useTexts('account-states')
  return states.open.map(({ state, began_at: at, reason, is_own: isOwn }) => {
    const date = <DateText value={at} />
    return (
      <Alert
        key={state}
        icon={<IconAlertTriangle aria-hidden />}
        title={t(`notice.${state}`)}
        color={state === 'closed' ? 'idle' : 'bad'}
      >
        <Text>{t(`noticeText.${state}`)}</Text>
        <Text c="dimmed">
          {t.rich('since', { date: () => date })}
          {reason !== '' && `: ${reason}`}
          {reason === '' && isOwn && `: ${t('byYou')}`}
        </Text>
      </Alert>
    )
  })
}
