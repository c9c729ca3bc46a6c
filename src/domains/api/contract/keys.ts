import { z } from 'zod'
import { KEY_SCOPES } from '#kernel/actor.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { requiredText } from '#kernel/text.ts'
import { MAX_KEY_NAME } from '../rules/limits.ts'

/** An API key without its secret. */
export const KeyView = z.object({
  id: z.number(),
  name: z.string(),
  /** The beginning of the key. */
  hint: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})

/** @see KeyView */
export type KeyView = z.infer<typeof KeyView>

const path = '/api/v1/account/publishers/me/keys'

/** Lists the valid API keys of the signed-in publisher. */
export const listKeysCall = endpoint({
  method: 'GET',
  path,
  access: 'publisher',
  encoding: 'none',
  summary: 'My valid API keys, newest first, without their secrets',
  reply: z.object({ success: z.literal(true), data: z.array(KeyView) }),
})

/**
 * Makes an API key for an account that has just typed its password. This reply is the only one that holds the whole
 * key.
 */
export const createKeyCall = endpoint({
  method: 'POST',
  path,
  access: 'publisher',
  encoding: 'json',
  needsPassword: true,
  summary: 'Make an API key; the reply shows it once',
  body: z.strictObject({
    name: requiredText(MAX_KEY_NAME),
    scopes: z
      .array(z.enum(KEY_SCOPES))
      .min(1, coded('key.scopes_missing'))
      .transform((scopes) => KEY_SCOPES.filter((scope) => scopes.includes(scope))),
  }),
  reply: z.object({ success: z.literal(true), data: KeyView, key: z.string() }),
})

/** Revokes an API key for good. */
export const revokeKeyCall = endpoint({
  method: 'POST',
  path: `${path}/:key_id/revoke`,
  access: 'publisher',
  encoding: 'json',
  summary: 'Revoke one of my API keys',
  params: z.object({ key_id: Id }),
  reply: z.object({ success: z.literal(true) }),
})
