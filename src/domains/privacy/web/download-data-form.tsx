import { useEffect, useState } from 'react'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { startDownload } from '#ui/downloads.ts'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { prepareExportCall } from '../contract.ts'

/** The button that downloads the data of an account. The action answers with the path of the file. */
export function DownloadDataForm({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('privacy')
  const [before] = useState(answer)
  const result = answer === before ? undefined : answerTo(answer, 'downloadData')
  useEffect(() => {
    if (result?.ok) void startDownload({ href: (result.reply as ReplyOf<typeof prepareExportCall>).path })
  }, [result])
  return (
    <ActionForm intent="downloadData" result={result}>
      <SubmitButton variant="default">{t('own.download')}</SubmitButton>
    </ActionForm>
  )
}
