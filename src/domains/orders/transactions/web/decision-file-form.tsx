import { Anchor } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { ImportForm } from '#ui/import-form.tsx'
import { sendDecisionFileCall } from '../contract/decision-file.ts'
import { DECISION_COLUMNS, MAX_DECISION_ROWS } from '../rules/decision-columns.ts'

const SAMPLE_ROWS = [
  'order_id,action,reason,amount,sku,quantity,item_amount,note',
  'O-1001,confirm,,,,,,',
  'O-1002,cancel,RETURNED_MERCHANDISE,,,,,',
  'O-1003,amend,RETURNED_MERCHANDISE,40.00,,,,',
  'O-1004,amend,RETURNED_MERCHANDISE,55.00,A-7,1,40.00,',
  'O-1004,,,,B-1,1,15.00,',
]
const SAMPLE = `${SAMPLE_ROWS.join('\r\n')}\r\n`

/** The longest name of a file, in characters. */
const MAX_NAME = 120

/** Sends a CSV file of decisions to be checked, and opens the page of the file. */
export function DecisionFileForm() {
  const t = useTexts('decision-files')
  const navigate = useNavigate()
  return (
    <ImportForm
      endpoint={sendDecisionFileCall}
      params={{ mode: 'check' }}
      query={({ name }) => ({ name: name.slice(0, MAX_NAME) })}
      text={t('form.text', { columns: DECISION_COLUMNS.join(', '), max: MAX_DECISION_ROWS })}
      sample={{ content: SAMPLE, name: 'decisions.csv' }}
      submitLabel={t('form.send')}
      sayFailed={() => t('form.failed')}
      onReply={(reply) => reply.success && void navigate(getPath(reply.data))}
    >
      {({ reply }) =>
        reply.success ? (
          <Anchor component={Link} to={getPath(reply.data)}>
            {t('form.open')}
          </Anchor>
        ) : (
          <FormMessage tone="bad">{t('form.unusable', reply.error)}</FormMessage>
        )
      }
    </ImportForm>
  )
}

function getPath({ id }: { id: string }): string {
  return `/brand/transactions/files/${id}`
}
