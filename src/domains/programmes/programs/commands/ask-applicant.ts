import { getPublisher } from '#domains/people/publishers/queries.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/database/notify.ts'
import { answeredEmail, questionEmail } from '../mails.ts'
import { findMembership } from '../queries/memberships.ts'
import { membershipRow, pauseClock, resumeClock } from '../rules.ts'
import type { MembershipKey } from '../rules.ts'
import { lockProgram } from './lock-program.ts'
import { REQUESTS_PATH, mailMember, tellAdvertiser } from './mail-memberships.ts'
import { recordEvent } from './record-event.ts'
import type { RuleName } from './record-event.ts'

/** A question about a join request, or its answer. */
export interface Question extends MembershipKey {
  text: string
  /** The rule that asks; absent where a person does. */
  rule?: RuleName
}

/**
 * Asks a publisher about its join request and mails it. The clock of the request stops until the answer, for
 * `ANSWER_DAYS` at most. Refuses a second question before the answer, and one about no request, with 409.
 */
export function askApplicant(ctx: Ctx, { programId, publisherId, text, rule }: Question) {
  return inTransaction(ctx, async (tx) => {
    const { title: program } = await lockProgram(tx, programId)
    const present = await findMembership(tx.db, { programId, publisherId })
    if (!present) throw notFound()
    if (present.dueAt === null) throw new Refusal({ code: 'program.request_decided', status: 409 })
    if (present.askedAt !== null) throw new Refusal({ code: 'program.question_open', status: 409 })
    const dueAt = pauseClock({ dueAt: present.dueAt, now: tx.now })
    await tx.db
      .updateTable('membership')
      .set({ question: text, askedAt: tx.now, dueAt })
      .where('programId', '=', programId)
      .where('publisherId', '=', publisherId)
      .execute()
    await recordEvent(tx, { programId, publisherId }, { kind: 'ask', text, rule })
    await announceCatalogChange(tx, membershipRow({ programId, publisherId }))
    await audit(tx, { action: 'membership.ask', target: `program:${programId}`, details: { publisherId } })
    await mailMember(tx, { publisherId }, (reader) =>
      questionEmail({ branding: tx.branding, ...reader, program, text }),
    )
    return { dueAt }
  })
}

/** Answers the question about a publisher's own join request and mails the advertiser. The clock goes on. */
export function answerQuestion(ctx: Ctx, { programId, publisherId, text }: Question) {
  return inTransaction(ctx, async (tx) => {
    await lockProgram(tx, programId)
    const present = await findMembership(tx.db, { programId, publisherId })
    if (!present || present.dueAt === null || present.askedAt === null) {
      throw new Refusal({ code: 'program.no_question', status: 409 })
    }
    const dueAt = resumeClock({ dueAt: present.dueAt, askedAt: present.askedAt, now: tx.now })
    await tx.db
      .updateTable('membership')
      .set({ question: '', askedAt: null, dueAt })
      .where('programId', '=', programId)
      .where('publisherId', '=', publisherId)
      .execute()
    await recordEvent(tx, { programId, publisherId }, { kind: 'answer', text })
    await announceCatalogChange(tx, membershipRow({ programId, publisherId }))
    await audit(tx, { action: 'membership.answer', target: `program:${programId}`, details: { publisherId } })
    const { name: publisher } = await getPublisher(tx.db, { publisherId })
    await tellAdvertiser(tx, { programId, path: `${REQUESTS_PATH}/${publisherId}` }, (reader) =>
      answeredEmail({ branding: tx.branding, ...reader, publisher, text }),
    )
    return { dueAt }
  })
}
