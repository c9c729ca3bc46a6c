import { z } from 'zod'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import { Id } from '#kernel/ids.ts'
import { requiredText } from '#kernel/text.ts'
import { CHANGED_DOCUMENTS, LEGAL_DOCUMENTS } from './rules.ts'

const LegalTextView = z.object({
  title: z.string(),
  /** The text before the first section. */
  intro: z.string(),
  sections: z.array(z.object({ id: z.string(), title: z.string(), html: z.string() })),
})

/** A text with the day from which it holds. */
const DatedText = LegalTextView.extend({ updated_on: z.iso.date() })

export const getLegalTextCall = endpoint({
  method: 'GET',
  path: '/api/v1/legal/:document',
  access: 'public',
  encoding: 'none',
  isAnnounced: true,
  summary: 'A legal text in the reader’s language, as HTML',
  params: z.object({ document: z.enum(LEGAL_DOCUMENTS) }),
  reply: z.object({
    success: z.literal(true),
    data: DatedText,
  }),
})

const ofChange = z.object({ change_id: Id })
const done = z.object({ success: z.literal(true) })

const OwnChange = z.object({
  id: z.number(),
  document: z.enum(CHANGED_DOCUMENTS),
  holds_from: Day,
  announced_at: z.iso.datetime(),
  /** What changes, in the reader's language. */
  summary: z.string(),
  /** Until when the account can object. */
  objection_ends_at: z.iso.datetime(),
  can_object: z.boolean(),
  /** Whether the account was made after the announcement, so that it agreed to the changed terms. */
  is_agreed: z.boolean(),
  objected_at: z.iso.datetime().nullable(),
})

/** A change of the network's terms, as an account reads it. */
export type OwnChange = z.infer<typeof OwnChange>

/** Lists the changes of the texts that bind the signed-in account, the latest first. */
export const listOwnChangesCall = endpoint({
  method: 'GET',
  path: '/account/api/terms',
  access: 'signed-in',
  encoding: 'none',
  summary: 'The announced changes of the terms that bind the account, with its objections',
  reply: z.object({ success: z.literal(true), data: z.object({ changes: z.array(OwnChange) }) }),
})

const ChangeText = LegalTextView.extend({ change: OwnChange, earlier: DatedText })

/** A change with its whole text, and the text that it replaces: that stays in force for those who object. */
export type ChangeText = z.infer<typeof ChangeText>

/** Reads the text of a change in the reader's language. */
export const getChangeTextCall = endpoint({
  method: 'GET',
  path: '/account/api/terms/:change_id',
  access: 'signed-in',
  encoding: 'none',
  summary: 'The whole text of an announced change of the terms and the text before it, as HTML',
  params: ofChange,
  reply: z.object({ success: z.literal(true), data: ChangeText }),
})

/** Records the objection of the signed-in account. */
export const objectCall = endpoint({
  method: 'POST',
  path: '/account/api/terms/:change_id/object',
  access: 'signed-in',
  encoding: 'json',
  summary: 'Object to a change of the terms within a month after its announcement',
  params: ofChange,
  reply: done,
})

const path = '/api/v1/operator/terms'

const AnnouncedChange = z.object({
  id: z.number(),
  document: z.enum(CHANGED_DOCUMENTS),
  holds_from: Day,
  announced_at: z.iso.datetime(),
  announced_by: z.string().nullable(),
  summary_en: z.string(),
  summary_zh: z.string(),
  /** Whether mails are still being sent. */
  is_mailing: z.boolean(),
  objections: z.array(z.object({ account_id: z.number(), name: z.string(), objected_at: z.iso.datetime() })),
})

/** A change of the terms, as operators see it. */
export type AnnouncedChange = z.infer<typeof AnnouncedChange>

/** Lists all changes with their objections, the latest first. */
export const listChangesCall = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  encoding: 'none',
  summary: 'The announced changes of the terms with the objections to them, and the latest texts as Markdown',
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      changes: z.array(AnnouncedChange),
      /** The first day that a change may name. */
      earliest_day: Day,
      present: z.array(z.object({ document: z.enum(CHANGED_DOCUMENTS), en: z.string(), zh: z.string() })),
    }),
  }),
})

/** Announces a change. */
export const announceChangeCall = endpoint({
  method: 'POST',
  path,
  access: 'operator',
  encoding: 'json',
  needsPassword: true,
  summary: 'Announce a change of the terms by e-mail to all whom they bind; needs a verified password',
  body: z.strictObject({
    document: z.enum(CHANGED_DOCUMENTS, coded('choice')),
    holds_from: Day,
    summary_en: requiredText(2000),
    summary_zh: requiredText(2000),
    text_en: requiredText(20_000),
    text_zh: requiredText(20_000),
  }),
  reply: done,
})
