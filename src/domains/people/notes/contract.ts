import { z } from 'zod'
import { requiredText } from '#kernel/text.ts'

/** The longest note, in characters. */
const MAX_NOTE_LENGTH = 2000

/** A note as its team reads it. */
export const NoteView = z.object({
  id: z.uuid(),
  text: z.string(),
  written_at: z.iso.datetime(),
  written_by: z.string(),
})

/** @see NoteView */
export type NoteView = z.infer<typeof NoteView>

/** The body of a call that writes a note. */
export const NoteBody = z.strictObject({ text: requiredText(MAX_NOTE_LENGTH) })

/** The reply of a call that writes a note: all notes of the team about the object. */
export const NotesReply = z.object({ success: z.literal(true), data: z.object({ notes: z.array(NoteView) }) })
