import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FileForm } from '#ui/file-form.tsx'

/** The button that downloads the data of an account. */
export function DownloadDataForm({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('privacy')
  return <FileForm intent="downloadData" answer={answer} label={t('own.download')} />
}
