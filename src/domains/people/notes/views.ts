import type { NoteView } from './contract.ts'
import type { NoteRow } from './queries.ts'

/** Builds a note as its team reads it. */
export function viewNote({ id, text, writtenAt, writtenBy }: NoteRow): NoteView {
  return { id, text, written_at: writtenAt.toISOString(), written_by: writtenBy }
}
