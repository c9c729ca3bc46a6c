import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { TermsView } from '../contract/program.ts'
import { TermsBadge } from './badges.tsx'

/** All versions of a programme's terms, newest first. */
export function TermsPanel({ terms, text }: { terms: readonly TermsView[]; text: string }) {
  const t = useTexts('programs')
  const columns = useColumns()
  return (
    <Panel title={t('terms.title')} text={text} flush>
      <DataTable
        label={t('terms.label')}
        columns={columns}
        rows={terms}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('terms.emptyTitle')} text={t('terms.emptyText')} />}
      />
    </Panel>
  )
}

function useColumns(): Column<TermsView>[] {
  const t = useTexts('programs')
  return [
    { key: 'version', header: t('terms.version'), isTitle: true, cell: ({ version }) => version },
    { key: 'state', header: t('terms.state'), cell: ({ state }) => <TermsBadge state={state} /> },
    { key: 'from', header: t('terms.from'), cell: (row) => <Start terms={row} /> },
    { key: 'rates', header: t('terms.rates'), cell: ({ rates }) => <Rates rates={rates} /> },
    {
      key: 'window',
      header: t('terms.window'),
      cell: (row) => (row.window_days === 0 ? t('terms.session') : t('terms.days', { days: row.window_days })),
    },
    { key: 'validation', header: t('terms.validation'), cell: (row) => <Validation terms={row} /> },
    {
      key: 'fee',
      header: t('terms.fee'),
      cell: (row) => t('terms.feeText', { percent: row.fee_percent, basis: row.fee_basis }),
    },
    { key: 'coupons', header: t('terms.coupons'), cell: (row) => t(`couponRule.${row.coupon_rule}`) },
  ]
}

/** When a version begins, and why that is before its notice. */
function Start({ terms }: { terms: TermsView }) {
  const t = useTexts('programs')
  const reason = terms.no_notice_reason
  return (
    <CellText details={[reason !== null && t('terms.noNotice', { reason })]}>
      <DateText value={terms.effective_from} withTime />
    </CellText>
  )
}

/** The validation period, what happens at its end, and how far it can be extended. */
function Validation({ terms }: { terms: TermsView }) {
  const t = useTexts('programs')
  const { max_extensions: max, extension_days: days } = terms
  return (
    <CellText
      details={[
        t(`validationEnd.${terms.validation_end}`),
        terms.hold_note,
        max > 0 && t('terms.extensions', { max, days }),
      ]}
    >
      {t('terms.days', { days: terms.validation_days })}
    </CellText>
  )
}

function Rates({ rates }: { rates: TermsView['rates'] }) {
  return (
    <ul className="plain-list">
      {rates.map((rate) => (
        <li key={rate.action_type}>
          {rate.action_type} <strong className="tabular">{rate.text}</strong>
        </li>
      ))}
    </ul>
  )
}
