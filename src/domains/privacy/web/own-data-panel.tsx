import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'

/** Downloads everything that the network holds about the account. The browser asks for the password. */
export function OwnDataPanel({ answer, supportEmail }: { answer: IntentAnswer | undefined; supportEmail: string }) {
  const t = useTexts('privacy')
  return (
    <Panel title={t('own.title')} text={t('own.text', { supportEmail })}>
      <ActionForm intent="downloadData" result={answerTo(answer, 'downloadData')}>
        <SubmitButton variant="default">{t('own.download')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}
