import { Group, Text } from '@mantine/core'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { FileForm } from '#ui/file-form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Run, RunFile } from '../contract/runs.ts'

/** Who did what with a run, and when. */
export function RunHistory({ run }: { run: Run }) {
  const t = useTexts('runs')
  const at = (time: string | null, name?: string | null) =>
    time !== null && (
      <>
        <DateText value={time} withTime /> {name}
      </>
    )
  const facts = [
    ['made', at(run.made_at, run.made_by ?? t('schedule'))],
    ['approved', at(run.approved_at, run.approved_by)],
    ['exported', at(run.exported_at)],
    ['settled', at(run.settled_at)],
    ['closed', at(run.closed_at)],
  ] as const
  return (
    <Panel title={t('history.title')}>
      <Facts facts={facts.map(([key, value]) => value !== false && ([t(`history.${key}`), value] as const))} />
    </Panel>
  )
}

/** The payment files of an exported run. */
export function RunFiles({ files, answer }: { files: readonly RunFile[]; answer: IntentAnswer | undefined }) {
  const t = useTexts('runs')
  const count = (wanted: RunFile['kind']) =>
    files.reduce((sum, { kind, payouts }) => (kind === wanted ? sum + payouts : sum), 0)
  const lacksBankFiles = count('paypal') + count('bank') < count('list')
  return (
    <Panel title={t('files.title')} text={t('files.text')}>
      {files.map((file) => (
        <Group key={file.name} justify="space-between" mb="xs">
          <Text>{t(`files.${file.kind}`, { count: file.payouts })}</Text>
          <FileForm
            intent={`file ${file.name}`}
            answer={answer}
            label={t('files.download', { name: file.name })}
            fields={{ name: file.name }}
          />
        </Group>
      ))}
      {lacksBankFiles && <Text c="dimmed">{t('files.noBank')}</Text>}
    </Panel>
  )
}
