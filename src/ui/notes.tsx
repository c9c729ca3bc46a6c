import { Group, Text } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useTexts } from '#platform/web/texts.tsx'
import { TextAreaField } from './fields.tsx'
import { ActionForm, SubmitButton } from './form.tsx'
import type { ActionResult } from './form.tsx'
import { NOTE_INTENT } from './note-intent.ts'
import type { TimelineEntry } from './object-timeline.tsx'

/** The longest note that the form takes, in characters. */
const MAX_LENGTH = 2000

/** A note of the reader's team about an object. */
interface Note {
  id: string
  text: string
  written_at: string
  written_by: string
}

/** Builds the entries of notes in a timeline. Needs the texts `notes`. */
export function useNoteEntries(notes: readonly Note[]): TimelineEntry[] {
  const t = useTexts('notes')
  return notes.map(({ id, text, written_at: at, written_by: actor }) => ({
    key: id,
    icon: <IconNote size={20} />,
    title: t('title'),
    at,
    actor,
    tone: 'idle',
    children: <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>,
  }))
}

interface NoteFormProps {
  /** How many notes there are; a new one empties the form. */
  count: number
  result: ActionResult
}

/** Writes a note for the reader's team. Its action handles `NOTE_INTENT`. Needs the texts `notes`. */
export function NoteForm({ count, result }: NoteFormProps) {
  const t = useTexts('notes')
  return (
    <ActionForm key={count} intent={NOTE_INTENT} result={result}>
      <TextAreaField
        name="text"
        label={t('label')}
        description={t('hint')}
        minRows={1}
        maxLength={MAX_LENGTH}
        required
      />
      <Group justify="end">
        <SubmitButton size="sm" variant="default">
          {t('add')}
        </SubmitButton>
      </Group>
    </ActionForm>
  )
}
