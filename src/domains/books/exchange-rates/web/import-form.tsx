import { Button } from '@mantine/core'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { ImportForm, LineErrors } from '#ui/import-form.tsx'
import { importRatesCall } from '../contract.ts'
import { MAX_RATE_ROWS, RATE_COLUMNS } from '../rules.ts'

const SAMPLE = `${RATE_COLUMNS.join(',')}\r\n2026-10-30,EUR,1.0832\r\n2026-10-30,JPY,0.006712\r\n`

/** Imports exchange rates from a CSV file, and lists the errors of the file by line and column. */
export function ImportRatesForm() {
  const t = useTexts('exchange-rates')
  return (
    <ImportForm
      endpoint={importRatesCall}
      params={{ mode: 'ask' }}
      text={t('import.text', { columns: RATE_COLUMNS.join(', '), max: MAX_RATE_ROWS })}
      sample={{ content: SAMPLE, name: 'exchange-rates.csv' }}
      submitLabel={t('import.send')}
      sayFailed={() => t('import.failed')}
    >
      {({ reply, send }) => (
        <>
          <Outcome reply={reply} />
          {reply.can_confirm && (
            <Button mt="sm" onClick={() => send({ mode: 'confirm' })}>
              {t('import.confirm')}
            </Button>
          )}
        </>
      )}
    </ImportForm>
  )
}

function Outcome({ reply }: { reply: ReplyOf<typeof importRatesCall> }) {
  const t = useTexts('exchange-rates')
  const { success, added, unchanged, errors, can_confirm: canConfirm, has_more: hasMore } = reply
  if (success) return <FormMessage tone="good">{t('import.done', { added, unchanged })}</FormMessage>
  const title = canConfirm ? 'import.doubts' : hasMore ? 'import.manyErrors' : 'import.errors'
  return <LineErrors title={t(title, { count: errors.length })} errors={errors} />
}
