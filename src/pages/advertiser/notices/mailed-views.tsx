import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { MailedViewView } from '#domains/desk/saved-views/contract.ts'
import { MAIL_HOUR } from '#domains/desk/saved-views/rules/schedule.ts'
import { answerTo, findRenewal } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'

interface MailedViewsProps {
  views: readonly MailedViewView[]
  answer: IntentAnswer | undefined
}

/** The saved views that the member is mailed, each with its next mail and what stops it. */
export function MailedViews({ views, answer }: MailedViewsProps) {
  const t = useTexts('saved-views')
  return (
    <Panel flush title={t('mailed.title')} text={t('mailed.text', { hour: String(MAIL_HOUR).padStart(2, '0') })}>
      <DataTable
        label={t('mailed.title')}
        columns={useColumns(answer)}
        rows={views}
        rowKey={({ view_id: id }) => id}
        empty={<EmptyState title={t('mailed.empty')} text={t('mailed.emptyText')} />}
      />
    </Panel>
  )
}

function useColumns(answer: IntentAnswer | undefined): Column<MailedViewView>[] {
  const t = useTexts('saved-views')
  const writeFault = ({ path, end_reason: reason, fault }: MailedViewView) => {
    if (reason !== null) return t(`mailed.ended.${reason}`)
    if (path === null) return t('mailed.deleted')
    return fault === null ? false : t('mailed.fault', { reason: fault })
  }
  return [
    {
      key: 'view',
      header: t('mailed.view'),
      isTitle: true,
      cell: (row) => (
        <CellText details={[t(`moment.${getMoment(row)}`), writeFault(row)]}>
          {row.path === null ? (
            row.name
          ) : (
            <Anchor component={Link} to={row.path} c="inherit" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {row.name}
            </Anchor>
          )}
        </CellText>
      ),
    },
    {
      key: 'next',
      header: t('mailed.next'),
      cell: ({ due_at: at }) => (at === null ? '–' : <DateText value={at} withTime />),
    },
    {
      key: 'last',
      header: t('mailed.last'),
      cell: ({ mailed_at: at }) => (at === null ? t('mailed.never') : <DateText value={at} withTime />),
    },
    {
      key: 'stop',
      header: <span className="visually-hidden">{t('mailed.stop')}</span>,
      place: 'status',
      align: 'end',
      cell: ({ view_id: id }) => (
        <ActionForm intent="stop" result={findRenewal(answerTo(answer, 'stop'))}>
          <HiddenField name="view_id" value={id} />
          <SubmitButton size="sm" variant="default">
            {t('mailed.stop')}
          </SubmitButton>
        </ActionForm>
      ),
    },
  ]
}

function getMoment({ rhythm, weekday }: MailedViewView) {
  return rhythm === 'weekly' ? (`weekly-${weekday}` as 'weekly-1') : rhythm
}
