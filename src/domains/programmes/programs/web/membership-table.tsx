import { Link } from 'react-router'
import type { ReactNode } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { MembershipRow } from '../contract/membership.ts'
import { MembershipBadge } from './badges.tsx'

interface MembershipTableProps {
  memberships: readonly MembershipRow[]
  empty: ReactNode
  answer: IntentAnswer | undefined
  /** Hides the publisher's column on the page of one publisher. */
  isOfOnePublisher?: boolean
}

/**
 * Memberships with the possible decisions on each. The page's action handles the intents approve, decline and suspend.
 */
export function MembershipTable({ memberships, empty, answer, isOfOnePublisher = false }: MembershipTableProps) {
  const t = useTexts('programs')
  const columns = useColumns(answer, isOfOnePublisher)
  return (
    <DataTable
      label={t('requests.label')}
      columns={columns}
      rows={memberships}
      rowKey={(row) => `${row.program_id}-${row.publisher_id}`}
      empty={empty}
    />
  )
}

function useColumns(answer: IntentAnswer | undefined, isOfOnePublisher: boolean): Column<MembershipRow>[] {
  const t = useTexts('programs')
  const publisher: Column<MembershipRow> = {
    key: 'publisher',
    header: t('requests.publisher'),
    isTitle: true,
    cell: (row) => <Publisher row={row} />,
  }
  return [
    ...(isOfOnePublisher ? [] : [publisher]),
    {
      key: 'advertiser',
      header: t('requests.advertiser'),
      isTitle: isOfOnePublisher,
      cell: (row) => <Link to={`/operator/advertisers/${row.advertiser_id}`}>{row.advertiser_name}</Link>,
    },
    { key: 'message', header: t('requests.message'), cell: ({ message }) => message || '–' },
    { key: 'requested', header: t('requests.requested'), cell: (row) => <DateText value={row.requested_at} /> },
    {
      key: 'status',
      header: t('requests.status'),
      place: 'figure',
      cell: (row) => <MembershipBadge status={row.status} />,
    },
    { key: 'decided', header: t('requests.decided'), cell: (row) => <Decided row={row} /> },
    {
      key: 'actions',
      place: 'status',
      header: t('requests.actions'),
      align: 'end',
      cell: (row) => <Decisions row={row} answer={answer} />,
    },
  ]
}

function Publisher({ row }: { row: MembershipRow }) {
  return (
    <CellText details={[row.email]}>
      <Link to={`/operator/publishers/${row.publisher_id}`}>{row.publisher_name}</Link>
    </CellText>
  )
}

function Decided({ row }: { row: MembershipRow }) {
  const t = useTexts('programs')
  if (row.decided_at === null) return '–'
  const isByPublisher = row.status === 'left'
  const decider = row.decided_by === null ? t('requests.automatic') : t('requests.by', { name: row.decided_by })
  return (
    <CellText details={[!isByPublisher && decider, row.reason]}>
      <DateText value={row.decided_at} />
    </CellText>
  )
}

function Decisions({ row, answer }: { row: MembershipRow; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const names = { publisher: row.publisher_name, advertiser: row.advertiser_name }
  if (row.decisions.length === 0) return '–'
  return (
    <RowActions>
      {row.decisions.map((decision) => (
        <ConfirmAction
          key={decision}
          size="xs"
          {...(decision === 'approve' ? {} : { tone: 'bad' as const })}
          label={t(`requests.${decision}`)}
          title={t(`requests.${decision}Title`, names)}
          text={t(`requests.${decision}Text`)}
          confirmLabel={t(`requests.${decision}`)}
          intent={decision}
          fields={{ program_id: row.program_id, publisher_id: row.publisher_id }}
          result={answerTo(answer, decision)}
        >
          {decision !== 'approve' && (
            <TextAreaField
              name="reason"
              label={t('requests.reason')}
              description={t('requests.reasonHint')}
              maxLength={1000}
              required
              data-autofocus
            />
          )}
        </ConfirmAction>
      ))}
    </RowActions>
  )
}
