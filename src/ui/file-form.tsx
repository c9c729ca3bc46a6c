import { useEffect, useState } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { startDownload } from './downloads.ts'
import { ActionForm, SubmitButton } from './form.tsx'
import { HiddenField } from './hidden-field.tsx'

interface FileFormProps {
  intent: string
  answer: IntentAnswer | undefined
  label: string
  /** Hidden fields. */
  fields?: Readonly<Record<string, string>>
}

/** The button that downloads a file. The action of its form answers with the `path` of the file. */
export function FileForm({ intent, answer, label, fields = {} }: FileFormProps) {
  const [before] = useState(answer)
  const csrfToken = useCsrfToken()
  const result = answer === before ? undefined : answerTo(answer, intent)
  useEffect(() => {
    if (result?.ok) void startDownload({ href: (result.reply as { path: string }).path, csrfToken })
  }, [result, csrfToken])
  return (
    <ActionForm intent={intent} result={result}>
      {Object.entries(fields).map(([name, value]) => (
        <HiddenField key={name} name={name} value={value} />
      ))}
      <SubmitButton variant="default">{label}</SubmitButton>
    </ActionForm>
  )
}
