import { Anchor, Box, Group } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import { LINE_FILTERS } from '../contract/vocabulary.ts'
import type { DecisionLineView } from '../contract/decision-file.ts'
import type { RowResult } from '../rules/decision-file.ts'

interface FileLinesProps {
  lines: readonly DecisionLineView[]
  /** The last line shown, if more follow. */
  next: number | null
  /** The lines that are shown; empty for all. */
  filter: string
}

/** The lines of a file with what came of each. */
export function FileLines({ lines, next, filter }: FileLinesProps) {
  const t = useTexts('decision-files')
  const [search] = useSearchParams()
  const options = [
    ...LINE_FILTERS.map((value) => ({ value, label: t(`result.${value}`) })),
    { value: 'all', label: t('lines.all') },
  ]
  const select = (
    <FilterBar fields={['filter']}>
      <FilterSelect name="filter" label={t('lines.show')} value={filter} options={options} />
    </FilterBar>
  )
  return (
    <Panel flush title={t('lines.title')} actions={select}>
      <DataTable
        label={t('lines.label')}
        columns={useLineColumns()}
        rows={lines}
        rowKey={({ line }) => line}
        empty={<EmptyState art="search" title={t('lines.emptyTitle')} text={t('lines.emptyText')} />}
      />
      {(next !== null || search.has('after')) && (
        <Group p="md" gap="lg">
          {search.has('after') && (
            <Anchor component={Link} to={searchWith(search, { after: undefined })} preventScrollReset>
              {t('lines.first')}
            </Anchor>
          )}
          {next !== null && (
            <Anchor component={Link} to={searchWith(search, { after: String(next) })} preventScrollReset>
              {t('lines.next')}
            </Anchor>
          )}
        </Group>
      )}
    </Panel>
  )
}

const LOOKS: Record<RowResult, Status> = {
  valid: 'DRAFT',
  decided: 'CONFIRMED',
  unchanged: 'DUPLICATE',
  left: 'DUPLICATE',
  refused: 'REJECTED',
  part: 'DUPLICATE',
}

function LineResult({ line: { result, reversal } }: { line: DecisionLineView }) {
  const t = useTexts('decision-files')
  if (result === null) return '–'
  if (reversal === 'reversed') return <StatusBadge status="CLOSED" label={t('result.reversed')} />
  if (reversal === 'kept') return <StatusBadge status="REJECTED" label={t('result.kept')} />
  return <StatusBadge status={LOOKS[result]} label={t(`result.${result}`)} />
}

function useLineColumns(): Column<DecisionLineView>[] {
  const t = useTexts('decision-files')
  return [
    {
      key: 'line',
      header: t('lines.line'),
      isTitle: true,
      cell: ({ line, order_id: order, transaction_id: id }) => (
        <Box miw="9rem">
          <CellText details={[order || id]}>{t('lines.lineNumber', { line })}</CellText>
        </Box>
      ),
    },
    { key: 'result', header: t('lines.result'), place: 'status', cell: (line) => <LineResult line={line} /> },
    {
      key: 'what',
      header: t('lines.what'),
      place: 'detail',
      cell: ({ column, found, message }) => (
        <CellText details={[found !== '' && t('lines.found', { found })]}>
          {message === '' ? '–' : `${column === '' ? '' : t('lines.column', { column })}${message}`}
        </CellText>
      ),
    },
  ]
}
