import { Divider, Stack, Text } from '@mantine/core'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { NOTE_INTENT } from '#ui/note-intent.ts'
import { NoteForm, useNoteEntries } from '#ui/notes.tsx'
import { ObjectTimeline } from '#ui/object-timeline.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import type { HistoryLine } from '#domains/programmes/history/contract.ts'
import { useHistoryEntries } from '#domains/programmes/history/web/history-entries.tsx'
import type { NoteView } from '#domains/people/notes/contract.ts'

interface HistoryPanelProps {
  history: { lines: readonly HistoryLine[]; notes: readonly NoteView[] }
  answer: IntentAnswer | undefined
}

/** What was changed in a programme, and the notes of its team. Needs the texts `history` and `notes`. */
export function HistoryPanel({ history: { lines, notes }, answer }: HistoryPanelProps) {
  const t = useTexts('history')
  const entries = [...useHistoryEntries(lines), ...useNoteEntries(notes)]
  return (
    <Panel title={t('title')} text={t('programText')}>
      <Stack gap="lg">
        <TeamGate act="note">
          <NoteForm count={notes.length} result={answerTo(answer, NOTE_INTENT)} />
        </TeamGate>
        <Divider color="var(--line)" />
        {entries.length === 0 ? <Text c="dimmed">{t('empty')}</Text> : <ObjectTimeline entries={entries} />}
      </Stack>
    </Panel>
  )
}
