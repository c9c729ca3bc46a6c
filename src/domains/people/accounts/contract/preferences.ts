import { z } from 'zod'
import { ALL_NOTICES } from '#kernel/notices.ts'
import type { Notice } from '#kernel/notices.ts'
import { endpoint } from '#kernel/endpoint.ts'

const preferences = z.object({
  /** The language of the mails, and of the pages after a login. */
  locale: z.enum(['en', 'zh']),
  /** The mails about its work that the account does not want. Mails about its safety are always sent. */
  muted_notices: z.array(z.enum(ALL_NOTICES as [Notice, ...Notice[]])).max(ALL_NOTICES.length),
  /** Whether single keys are shortcuts in the console. */
  has_shortcuts: z.boolean(),
})

/** The language, the e-mail settings and the shortcuts of an account. */
export type Preferences = z.output<typeof preferences>

/** Reads the language, the e-mail settings and the shortcuts of the account. */
export const getPreferencesCall = endpoint({
  method: 'GET',
  path: '/account/api/preferences',
  access: 'signed-in',
  encoding: 'none',
  summary: 'The language, the e-mail settings and the shortcuts of the account.',
  reply: preferences.extend({ success: z.literal(true) }),
})

/** Changes the language, the e-mail settings and the shortcuts of the account. */
export const savePreferencesCall = endpoint({
  method: 'POST',
  path: '/account/api/preferences',
  access: 'signed-in',
  encoding: 'json',
  summary: 'Change the language, the e-mail settings and the shortcuts of the account.',
  body: preferences.extend({ has_shortcuts: z.boolean().default(true) }),
  reply: z.object({ success: z.literal(true) }),
})
