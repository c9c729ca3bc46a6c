import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { useUpload } from '#platform/web/use-upload.ts'
import { CsvForm } from '#ui/csv-form.tsx'
import { FormMessage } from '#ui/form.tsx'
import { sendDecisionFileCall } from '../contract/decision-file.ts'
import { DECISION_COLUMNS, MAX_DECISION_ROWS } from '../rules/decision-columns.ts'

const SAMPLE_ROWS = [
  'O-1001,confirm,,,',
  'O-1002,cancel,RETURNED_MERCHANDISE,,',
  'O-1003,amend,RETURNED_MERCHANDISE,40.00,',
]
const SAMPLE = `order_id,action,reason,amount,note\r\n${SAMPLE_ROWS.join('\r\n')}\r\n`

/** The longest name of a file, in characters. */
const MAX_NAME = 120

type Failure = { failure: string } | Extract<ReplyOf<typeof sendDecisionFileCall>, { success: false }>

/** Sends a CSV file of decisions to be checked, and opens the page of the file. */
export function DecisionFileForm() {
  const t = useTexts('decision-files')
  const navigate = useNavigate()
  const { sent, send } = useUpload(sendDecisionFileCall)
  const [failure, setFailure] = useState<Failure>()
  const onSend = async (file: File) => {
    setFailure(undefined)
    const query = { name: file.name.slice(0, MAX_NAME) }
    const reply = await send({ params: { mode: 'check' }, query, file, sayFailed: () => t('form.failed') })
    if ('success' in reply && reply.success) await navigate(`/brand/transactions/files/${reply.data.id}`)
    else setFailure(reply)
  }
  return (
    <CsvForm
      text={t('form.text', { columns: DECISION_COLUMNS.join(', '), max: MAX_DECISION_ROWS })}
      sample={{ content: SAMPLE, name: 'decisions.csv' }}
      submitLabel={t('form.send')}
      sent={sent}
      onSend={(file) => void onSend(file)}
      onChoose={() => setFailure(undefined)}
    >
      {failure && <FailureMessage failure={failure} />}
    </CsvForm>
  )
}

function FailureMessage({ failure }: { failure: Failure }) {
  const t = useTexts('decision-files')
  if ('failure' in failure) return <FormMessage tone="bad">{failure.failure}</FormMessage>
  const { error } = failure
  return <FormMessage tone="bad">{t(error.column === '' ? 'form.unusable' : 'form.unusableColumn', error)}</FormMessage>
}
