import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { CHOSEN_KINDS, DIGESTS, FIXED_KINDS, MAIL_CHOICES, TEAM_NOTICE_KINDS } from './rules.ts'
import type { TeamNoticeKind } from './rules.ts'

const path = '/api/v1/brand/notices'
const digestPath = '/account/api/digest'
const token = z.string().max(100)
const done = z.object({ success: z.literal(true) })

const NoticeView = z.object({
  id: z.number(),
  kind: z.enum(TEAM_NOTICE_KINDS as [TeamNoticeKind, ...TeamNoticeKind[]]),
  subject: z.string(),
  path: z.string(),
  created_at: z.iso.datetime(),
  is_read: z.boolean(),
})

/** What a member of a team was told. */
export type NoticeView = z.infer<typeof NoticeView>

const Choice = z.strictObject({
  kind: z.enum(CHOSEN_KINDS),
  mail: z.enum(MAIL_CHOICES),
  /** Whether the list in the console shows it. */
  is_listed: z.boolean(),
})

/** How a member of a team wants to be told of a kind. */
export type ChoiceView = z.infer<typeof Choice>

/** Lists what the member was told, and how it wants to be told. */
export const listNoticesCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'What you were told about the work of your brand, the newest first, and how you are told',
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      notices: z.array(NoticeView),
      /** The kinds that the role of the member is told of, with its choices. */
      choices: z.array(Choice),
      /** Those of them that leave no choice. */
      fixed: z.array(z.enum(FIXED_KINDS)),
    }),
  }),
})

/** Chooses how the member is told. */
export const chooseNoticesCall = endpoint({
  method: 'POST',
  path: `${path}/choices`,
  access: 'advertiser:see',
  encoding: 'json',
  summary: 'Choose by kind whether you are mailed at once, daily, weekly or never, and whether the console lists it',
  body: z.strictObject({ choices: z.array(Choice).min(1).max(CHOSEN_KINDS.length) }),
  reply: done,
})

/** Marks all notices as read. */
export const readNoticesCall = endpoint({
  method: 'POST',
  path: `${path}/read`,
  access: 'advertiser:see',
  encoding: 'json',
  summary: 'Mark all that you were told as read',
  reply: done,
})

/** Looks at the link of a digest, and changes nothing. */
export const findDigestCall = endpoint({
  method: 'POST',
  path: `${digestPath}/find`,
  access: 'public',
  encoding: 'json',
  summary: 'Look at the link of a digest that ends these digests, without using it',
  body: z.strictObject({ token }),
  /** Null once the digests have ended. */
  reply: done.extend({ digest: z.object({ digest: z.enum(DIGESTS), advertiser: z.string() }).nullable() }),
})

/** Ends the digests of one rhythm about one advertiser by the link of one of them. */
export const endDigestCall = endpoint({
  method: 'POST',
  path: `${digestPath}/end`,
  access: 'public',
  encoding: 'json',
  summary: 'End the digests of a brand by the link of one of them; the list of the console stays as it was chosen',
  body: z.strictObject({ token }),
  reply: done,
})
