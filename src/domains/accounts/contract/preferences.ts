import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'

const preferences = z.object({
  /** The language of the mails, and of the pages after a login. */
  locale: z.enum(['en', 'zh']),
  /** Whether mails about the work of the account are sent. Mails about its safety always are. */
  receives_notices: z.boolean(),
})

/** The language and the e-mail settings of an account. */
export type Preferences = z.output<typeof preferences>

/** Reads the language and the e-mail settings of the account. */
export const getPreferencesCall = endpoint({
  method: 'GET',
  path: '/account/api/preferences',
  access: 'signed-in',
  encoding: 'none',
  summary: 'The language and the e-mail settings of the account.',
  reply: preferences.extend({ success: z.literal(true) }),
})

/** Changes the language and the e-mail settings of the account. */
export const savePreferencesCall = endpoint({
  method: 'POST',
  path: '/account/api/preferences',
  access: 'signed-in',
  encoding: 'json',
  summary: 'Change the language and the e-mail settings of the account.',
  body: preferences,
  reply: z.object({ success: z.literal(true) }),
})
