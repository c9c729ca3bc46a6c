import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Panel } from '#ui/panel.tsx'
import { DownloadDataForm } from './download-data-form.tsx'

/**
 * Downloads the data that the network holds about the account, for which the browser asks for the password, and leads
 * to its erasure.
 */
export function OwnDataPanel({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('privacy')
  return (
    <Panel title={t('own.title')} text={t('own.text')}>
      <Group gap="sm" align="flex-start">
        <DownloadDataForm answer={answer} />
        <Button component={Link} to="/account/erase" variant="default">
          {t('own.erase')}
        </Button>
      </Group>
    </Panel>
  )
}
