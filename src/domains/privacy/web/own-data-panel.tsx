import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Panel } from '#ui/panel.tsx'
import { DownloadDataForm } from './download-data-form.tsx'

/** Downloads the data that the network holds about the account. The browser asks for the password. */
export function OwnDataPanel({ answer, supportEmail }: { answer: IntentAnswer | undefined; supportEmail: string }) {
  const t = useTexts('privacy')
  return (
    <Panel title={t('own.title')} text={t('own.text', { supportEmail })}>
      <DownloadDataForm answer={answer} />
    </Panel>
  )
}
