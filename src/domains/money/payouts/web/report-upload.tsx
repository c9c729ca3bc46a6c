import { Stack } from '@mantine/core'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { FormMessage } from '#ui/form.tsx'
import { ImportForm } from '#ui/import-form.tsx'
import { settleByReportCall } from '../contract/report.ts'

/** Opens a dialog that settles the payouts of a run by a report of PayPal or a message of the bank. */
export function ReportUpload({ runId }: { runId: string }) {
  const t = useTexts('runs')
  return (
    <DialogButton label={t('report.open')} title={t('report.title')} size="lg">
      <ImportForm
        endpoint={settleByReportCall}
        params={{ run_id: runId }}
        text={t('report.text')}
        withXml
        submitLabel={t('report.send')}
        sayFailed={() => t('report.failed')}
      >
        {({ reply }) => <Outcome {...reply.data} />}
      </ImportForm>
    </DialogButton>
  )
}

function Outcome({ refused, ...counts }: ReplyOf<typeof settleByReportCall>['data']) {
  const t = useTexts('runs')
  return (
    <Stack gap="sm">
      <FormMessage tone="good">{t('report.done', counts)}</FormMessage>
      {refused.length > 0 && (
        <DataTable
          label={t('report.refused')}
          columns={[
            {
              key: 'line',
              header: t('report.refused'),
              isTitle: true,
              cell: ({ line }) => t('report.line', { line }),
            },
            { key: 'message', header: t('report.message'), cell: ({ message }) => message },
          ]}
          rows={refused}
          rowKey={({ line }) => line}
        />
      )}
    </Stack>
  )
}
