import type { Db } from '#database'
import type { NoteObject, Team } from './rules.ts'

/** A note with the name of its author. */
export type NoteRow = Awaited<ReturnType<typeof selectNotes>>[number]

/** Lists the notes of a team about an object, oldest first; none without a team. */
export function listNotes(db: Db, team: Team | undefined, object: NoteObject): Promise<NoteRow[]> {
  return team ? selectNotes(db, team, object) : Promise.resolve([])
}

function selectNotes(db: Db, { team, advertiserId, publisherId }: Team, { kind, id }: NoteObject) {
  return db
    .selectFrom('note')
    .innerJoin('accountSummary as account', 'account.id', 'note.writtenBy')
    .select(['note.id', 'note.text', 'note.writtenAt', 'account.displayName as writtenBy'])
    .where('note.objectKind', '=', kind)
    .where('note.objectId', '=', id)
    .where('note.team', '=', team)
    .where('note.advertiserId', 'is not distinct from', advertiserId)
    .where('note.publisherId', 'is not distinct from', publisherId)
    .orderBy('note.writtenAt')
    .orderBy('note.id')
    .execute()
}
