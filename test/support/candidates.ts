import { askApplicant } from '#domains/programmes/programs/commands/ask-applicant.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import type { Ctx } from '#platform/server/context.ts'
import { makeProgram, makePublisher } from './network-fixtures.ts'

/** Creates an open programme that reviews requests, and a publisher who has not asked to join it. */
export async function makeCandidate(ctx: Ctx) {
  const { programId } = await makeProgram(ctx)
  const { publisherId } = await makePublisher(ctx)
  return { programId, publisherId }
}

/** Creates a publisher who asks to join a programme, and waits for its decision. */
export async function makeRequest(ctx: Ctx) {
  const ids = await makeCandidate(ctx)
  await requestJoin(ctx, ids)
  return ids
}

/** Creates a publisher whom a programme has asked about its request to join. */
export async function makeAsked(ctx: Ctx) {
  const ids = await makeRequest(ctx)
  await askApplicant(ctx, { ...ids, text: 'Where?' })
  return ids
}
