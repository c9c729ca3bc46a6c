import { Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTexts } from '#platform/web/texts.tsx'

/** An error message with a button to try again. Without `onRetry` the button reloads the page. */
export function ErrorPanel(props: { title?: string; message: string; onRetry?: () => void }) {
  const t = useTexts('ui')
  return (
    <Group className="message" justify="space-between" role="alert">
      <div>
        <Text fw={650}>{props.title ?? t('failedTitle')}</Text>
        <Text c="var(--ink)">{props.message}</Text>
      </div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={props.onRetry ?? (() => location.reload())}
      >
        {t('retry')}
      </Button>
    </Group>
  )
}
