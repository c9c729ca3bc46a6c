import { List, Stack, Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Facts } from '#ui/facts.tsx'
import { DateText, NumberText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { LedgerCheckView } from '../contract.ts'

/** What the last nightly check of the ledger found, and what to do about differences. */
export function LedgerCheckPanel({ check }: { check: LedgerCheckView | null }) {
  const t = useTexts('ledger-checks')
  return (
    <div id="ledger-check">
      <Panel title={t('title')} text={t('text')} {...(check && { actions: <CheckBadge check={check} /> })}>
        {check ? <LastCheck check={check} /> : <Text c="dimmed">{t('none')}</Text>}
      </Panel>
    </div>
  )
}

function CheckBadge({ check: { differences, is_overdue: isOverdue } }: { check: LedgerCheckView }) {
  const t = useTexts('ledger-checks')
  if (differences > 0) return <StatusBadge status="CANCELLED" label={t('differences', { count: differences })} />
  return isOverdue ? (
    <StatusBadge status="PENDING" label={t('overdue')} />
  ) : (
    <StatusBadge status="CONFIRMED" label={t('right')} />
  )
}

function LastCheck({ check }: { check: LedgerCheckView }) {
  const t = useTexts('ledger-checks')
  const { differences, is_overdue: isOverdue, right_at: rightAt } = check
  const seconds = <NumberText value={check.took_ms / 1000} digits={1} />
  return (
    <Stack gap="md">
      <Facts
        layout="line"
        facts={[
          [t('checkedAt'), <DateText key="at" value={check.started_at} withTime />],
          [t('took'), t.rich('seconds', { seconds: () => seconds })],
          differences > 0 && [t('rightAt'), rightAt ? <DateText key="right" value={rightAt} withTime /> : t('never')],
        ]}
      />
      {isOverdue && <Text>{t('overdueText')}</Text>}
      {differences > 0 && <Differences lines={check.lines} />}
    </Stack>
  )
}

function Differences({ lines }: { lines: readonly string[] }) {
  const t = useTexts('ledger-checks')
  return (
    <>
      <div>
        <Text fw={600}>{t('whatToDo')}</Text>
        <List type="ordered" mt={4}>
          {(['payNothing', 'copy', 'compare', 'again'] as const).map((step) => (
            <List.Item key={step}>{t(`step.${step}`)}</List.Item>
          ))}
        </List>
      </div>
      <CodeBlock label={t('found')} code={lines.join('\n')} />
    </>
  )
}
