import { z } from 'zod'
import { HistoryLine } from '#domains/programmes/history/contract.ts'
import { NoteBody, NoteView, NotesReply } from '#domains/people/notes/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'

/** Gets the last acts on the programme of the signed-in advertiser, and the notes of its team. */
export const getProgramHistoryCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/program/history',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'What was last changed in my programme and my set-up, and the notes of my team',
  reply: z.object({
    success: z.literal(true),
    data: z.object({ lines: z.array(HistoryLine), notes: z.array(NoteView) }),
  }),
})

/** Writes a note about the programme of the signed-in advertiser, which only its own accounts read. */
export const noteProgramCall = endpoint({
  method: 'POST',
  path: '/api/v1/brand/program/notes',
  access: 'advertiser:note',
  encoding: 'json',
  summary: 'Write a note about my programme, for my own team',
  body: NoteBody,
  reply: NotesReply,
})
