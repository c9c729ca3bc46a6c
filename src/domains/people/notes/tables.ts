import type { NoteObject, Team } from './rules.ts'

/** What a team wrote about an object. */
export interface NoteTable extends Team {
  id: string
  objectKind: NoteObject['kind']
  objectId: string
  text: string
  writtenBy: bigint
  writtenAt: Date
}

/** The tables that this domain owns. */
export interface NoteTables {
  note: NoteTable
}
