import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DryRunReport } from '#ui/dry-run-report.tsx'
import { DateText, NumberText } from '#ui/money-text.tsx'
import type { Column } from '#ui/data-table.tsx'
import type { DryRunView } from '../contract/join-rules.ts'
import { DRY_RUN_DAYS } from '../rules/join-rules.ts'

/** What rules would have done with the requests of the last days, and where persons decided otherwise. */
export function DryRunResult({ run }: { run: DryRunView }) {
  const t = useTexts('memberships')
  const columns = useDifferenceColumns()
  const share = run.compared === 0 ? undefined : Math.round((run.agreed * 100) / run.compared)
  const table = {
    label: t('rules.differences'),
    rows: run.differences,
    rowKey: (row: Difference) => `${row.publisher_id}-${row.requested_at}`,
    columns,
  }
  return (
    <DryRunReport
      title={t('rules.tried', { days: DRY_RUN_DAYS })}
      layout="line"
      facts={[
        [t('rules.requests'), <NumberText key="requests" value={run.requests} />],
        [t('rules.unmatched'), <NumberText key="unmatched" value={run.unmatched} />],
        [
          t('rules.agreed'),
          share === undefined ? t('rules.nothingDecided') : t('rules.agreedShare', { share, count: run.compared }),
        ],
      ]}
      table={run.differences.length > 0 ? table : undefined}
    />
  )
}

type Difference = DryRunView['differences'][number]

function useDifferenceColumns(): Column<Difference>[] {
  const t = useTexts('memberships')
  return [
    {
      key: 'publisher',
      header: t('members.publisher'),
      isTitle: true,
      cell: (row) => (
        <Anchor component={Link} to={`/brand/publishers/${row.publisher_id}`} inherit>
          {row.publisher_name}
        </Anchor>
      ),
    },
    {
      key: 'requested',
      header: t('rules.requested'),
      cell: (row) => <DateText value={row.requested_at} />,
    },
    {
      key: 'rule',
      header: t('rules.wouldHave'),
      cell: (row) => `${t('rules.rule', { number: row.rule_no })}: ${t(`rules.action.${row.action}`)}`,
    },
    {
      key: 'person',
      header: t('rules.person'),
      cell: (row) => t(row.action === 'accept' ? 'event.decline' : 'event.approve'),
    },
  ]
}
