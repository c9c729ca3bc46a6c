import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { Panel } from '#ui/panel.tsx'
import type { DomainView } from '../contract.ts'
import { regionLines } from '../rules.ts'

interface DomainsPanelProps {
  domains: readonly DomainView[]
  answer: IntentAnswer | undefined
}

/** The declared hosts of an advertiser, with the operator's actions. */
export function DomainsPanel({ domains, answer }: DomainsPanelProps) {
  const t = useTexts('advertisers')
  return (
    <Panel
      title={t('domains.title')}
      text={t('domains.text')}
      flush
      actions={
        <ConfirmAction
          label={t('domains.declare')}
          title={t('domains.declare')}
          text={t('domains.hostHint')}
          confirmLabel={t('domains.declare')}
          intent="declareDomain"
          result={answerTo(answer, 'declareDomain')}
        >
          <TextField name="hostname" label={t('domains.host')} autoCapitalize="off" required data-autofocus />
          <RegionsField />
        </ConfirmAction>
      }
    >
      <DomainTable domains={domains} renderActions={(domain) => <DomainActions domain={domain} answer={answer} />} />
    </Panel>
  )
}

interface DomainTableProps {
  domains: readonly DomainView[]
  /** Renders the actions of a domain; without it the table is read-only. */
  renderActions?: (domain: DomainView) => ReactNode
}

/** Hosts with the regions that they sell to. */
export function DomainTable({ domains, renderActions }: DomainTableProps) {
  const t = useTexts('advertisers')
  const columns = useColumns(renderActions)
  return (
    <DataTable
      label={t('domains.label')}
      columns={columns}
      rows={domains}
      rowKey={({ id }) => id}
      empty={<EmptyState art="link" title={t('domains.emptyTitle')} text={t('domains.emptyText')} />}
    />
  )
}

function useColumns(renderActions: DomainTableProps['renderActions']): Column<DomainView>[] {
  const t = useTexts('advertisers')
  return [
    { key: 'host', header: t('domains.host'), isTitle: true, cell: ({ hostname }) => hostname },
    { key: 'regions', header: t('domains.regions'), cell: ({ regions }) => <Regions regions={regions} /> },
    ...(renderActions
      ? [{ key: 'change', header: t('domains.change'), align: 'end' as const, cell: renderActions }]
      : []),
  ]
}

function Regions({ regions }: { regions: DomainView['regions'] }) {
  if (regions.length === 0) return '–'
  return (
    <ul className="plain-list">
      {regions.map(({ code, name, commission_text: text }) => (
        <li key={code}>
          {name}
          {text !== '' && (
            <Text span ml="xs" size="sm" c="dimmed">
              {text}
            </Text>
          )}
        </li>
      ))}
    </ul>
  )
}

function DomainActions({ domain, answer }: { domain: DomainView; answer: IntentAnswer | undefined }) {
  const t = useTexts('advertisers')
  const shared = { size: 'xs', fields: { domain_id: domain.id } } as const
  return (
    <RowActions>
      <ConfirmAction
        {...shared}
        variant="default"
        label={t('domains.edit')}
        title={t('domains.editTitle', { host: domain.hostname })}
        text={t('domains.regionsHint')}
        confirmLabel={t('domains.save')}
        intent="setRegions"
        result={answerTo(answer, 'setRegions')}
      >
        <RegionsField value={regionLines(domain.regions)} />
      </ConfirmAction>
      <ConfirmAction
        {...shared}
        tone="bad"
        label={t('domains.remove')}
        title={t('domains.removeTitle', { host: domain.hostname })}
        text={t('domains.removeText')}
        confirmLabel={t('domains.remove')}
        intent="removeDomain"
        result={answerTo(answer, 'removeDomain')}
      />
    </RowActions>
  )
}

function RegionsField({ value }: { value?: string }) {
  const t = useTexts('advertisers')
  return (
    <TextAreaField
      name="regions"
      label={t('domains.regions')}
      description={value === undefined ? t('domains.regionsHint') : undefined}
      defaultValue={value}
    />
  )
}
