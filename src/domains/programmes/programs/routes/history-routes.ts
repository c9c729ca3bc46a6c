import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { listProgramHistory } from '#domains/programmes/history/queries.ts'
import { viewHistory } from '#domains/programmes/history/views.ts'
import { writeNote } from '#domains/people/notes/commands.ts'
import { listNotes } from '#domains/people/notes/queries.ts'
import { findTeam } from '#domains/people/notes/rules.ts'
import type { NoteObject } from '#domains/people/notes/rules.ts'
import { viewNote } from '#domains/people/notes/views.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { getProgramHistoryCall, noteProgramCall } from '../contract/history.ts'
import { findProgramByAdvertiser } from '../queries/programs.ts'

/** The routes of the history of an advertiser's programme. */
export const programHistoryRoutes: Route[] = [
  route(getProgramHistoryCall, async (ctx) => {
    const { advertiserId, programId, object } = await findOwnProgram(ctx)
    const lines = await listProgramHistory(ctx.db, { programId, advertiserId })
    return { ...SUCCESS, data: { lines: viewHistory(lines, 'advertiser'), notes: await readNotes(ctx, object) } }
  }),
  route(noteProgramCall, async (ctx, { body: { text } }) => {
    const { object } = await findOwnProgram(ctx)
    await writeNote(ctx, { object, text })
    return { ...SUCCESS, data: { notes: await readNotes(ctx, object) } }
  }),
]

async function findOwnProgram(ctx: RequestCtx) {
  const advertiserId = getAdvertiserId(ctx.actor)
  const program = await findProgramByAdvertiser(ctx.db, { advertiserId })
  if (!program) throw notFound()
  const object: NoteObject = { kind: 'programme', id: String(program.id) }
  return { advertiserId, programId: program.id, object }
}

async function readNotes(ctx: RequestCtx, object: NoteObject) {
  const notes = await listNotes(ctx.db, findTeam(ctx.actor), object)
  return notes.map(viewNote)
}
