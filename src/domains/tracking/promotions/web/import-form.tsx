import { useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { ImportForm, LineErrors } from '#ui/import-form.tsx'
import { IMPORT_COLUMNS, importPromotionsCall } from '../contract/managed.ts'
import { MAX_IMPORT_ROWS } from '../rules.ts'

const SAMPLE_ROW =
  'coupon,10 % off shoes,All running shoes,RUN10,Sports,,https://shop.example/shoes,2026-01-01,2026-12-31'
const SAMPLE = `${IMPORT_COLUMNS.join(',')}\r\n${SAMPLE_ROW}\r\n`

/** Imports promotions from a CSV file, and lists the errors of the file by line and column. */
export function ImportPromotionsForm({ advertiserId }: { advertiserId: number }) {
  const t = useTexts('promotions')
  const megabytes = importPromotionsCall.maxFileBytes / 1024 ** 2
  return (
    <ImportForm
      endpoint={importPromotionsCall}
      params={{ advertiser_id: advertiserId }}
      text={t('import.text', { columns: IMPORT_COLUMNS.join(', '), max: MAX_IMPORT_ROWS, megabytes })}
      sample={{ content: SAMPLE, name: 'promotions.csv' }}
      submitLabel={t('import.send')}
      sayFailed={(sent) => t(sent < 1 ? 'import.failed' : 'import.unanswered')}
    >
      {({ reply: { success, imported, errors, has_more: hasMore } }) =>
        success ? (
          <FormMessage tone="good">{t('import.done', { count: imported })}</FormMessage>
        ) : (
          <LineErrors
            title={t(hasMore ? 'import.manyErrors' : 'import.errors', { count: errors.length })}
            errors={errors}
          />
        )
      }
    </ImportForm>
  )
}
