import { Box, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataTable } from './data-table.tsx'
import type { DataTableProps } from './data-table.tsx'
import { Facts } from './facts.tsx'
import type { FactsProps } from './facts.tsx'
import { Panel } from './panel.tsx'

interface DryRunReportProps<Row> {
  title: ReactNode
  text?: ReactNode
  /** Buttons that start it or carry it out. */
  actions?: ReactNode
  /** Its outcome in a word or a sentence: a badge, a refusal, how far it is. */
  outcome?: ReactNode
  facts?: FactsProps['facts']
  layout?: FactsProps['layout']
  /** What would happen row by row. The label stands above the rows where something else does. */
  table?: DataTableProps<Row> | undefined
  /** How many rows are left out. */
  more?: ReactNode
  /** A form that carries it out. */
  children?: ReactNode
}

/** What an act would do, before it is done: its outcome, facts and rows. Nothing has changed. */
export function DryRunReport<Row>({ title, text, actions, table, more, ...parts }: DryRunReportProps<Row>) {
  const { outcome, facts, layout = 'table', children } = parts
  const hasHead = [outcome, facts, children].some((part) => part !== undefined)
  return (
    <Panel title={title} text={text} actions={actions} flush={table !== undefined}>
      {hasHead && (
        <Stack gap="md" p={table === undefined ? 0 : 'lg'}>
          {outcome}
          {facts && <Facts layout={layout} facts={facts} />}
          {children}
          {table && <Text fw={600}>{table.label}</Text>}
        </Stack>
      )}
      {table && table.rows.length > 0 && <DataTable {...table} />}
      {more !== undefined && <Box p="md">{more}</Box>}
    </Panel>
  )
}
