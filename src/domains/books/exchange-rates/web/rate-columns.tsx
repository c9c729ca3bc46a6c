import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { RateView } from '../contract.ts'

/** Builds the columns of the list of rates. */
export function useRateColumns(): Column<RateView>[] {
  const t = useTexts('exchange-rates')
  return [
    {
      key: 'currency',
      header: t('column.currency'),
      isTitle: true,
      cell: ({ currency, is_replaced: isReplaced }) => (
        <CellText details={[isReplaced && t('replaced')]}>{currency}</CellText>
      ),
    },
    { key: 'day', header: t('column.day'), cell: ({ day }) => <DateText value={day} /> },
    {
      key: 'rate',
      header: t('column.rate'),
      align: 'end',
      place: 'figure',
      cell: ({ rate, is_replaced: isReplaced }) => (
        <span className="tabular" style={isReplaced ? { textDecoration: 'line-through' } : {}}>
          {rate}
        </span>
      ),
    },
    {
      key: 'source',
      header: t('column.source'),
      cell: ({ source, recorded_by: author, recorded_at: at }) => (
        <CellText details={[<DateText key="at" value={at} withTime />]}>
          {author === null ? t(`source.${source}`) : t('sourceBy', { source: t(`source.${source}`), author })}
        </CellText>
      ),
    },
  ]
}
