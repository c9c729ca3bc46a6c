import { z } from 'zod'
import type { Access, TeamAccess } from '#kernel/access.ts'
import { ADVERTISER_SCOPES, KEY_SCOPES, PUBLISHER_SCOPES } from '#kernel/key-scopes.ts'
import type { KeyScope } from '#kernel/key-scopes.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { requiredText } from '#kernel/text.ts'
import { MAX_KEY_NAME } from './rules/limits.ts'

/** An API key without its secret. */
export const KeyView = z.object({
  id: z.number(),
  name: z.string(),
  /** The beginning of the key. */
  hint: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  /** The member of an advertiser's team who made it, for whom it acts; null for a publisher's key. */
  made_by: z.string().nullable(),
  /** Why it opens less than its scopes: its maker left the team, or the maker's role no longer includes them. */
  problem: z.enum(['maker_left', 'maker_role']).nullable(),
})

/** @see KeyView */
export type KeyView = z.infer<typeof KeyView>

interface Owner<A extends Access> {
  path: string
  /** Who reads the list, and who makes and revokes keys. */
  access: { see: A; manage: A }
  scopes: readonly KeyScope[]
}

const ofPublisher: Owner<'publisher'> = {
  path: '/api/v1/account/publishers/me/keys',
  access: { see: 'publisher', manage: 'publisher' },
  scopes: PUBLISHER_SCOPES,
}

const ofAdvertiser: Owner<TeamAccess> = {
  path: '/api/v1/brand/keys',
  access: { see: 'advertiser:see', manage: 'advertiser:manage_keys' },
  scopes: ADVERTISER_SCOPES,
}

function declareList<A extends Access>({ path, access }: Owner<A>) {
  return endpoint({
    method: 'GET',
    path,
    access: access.see,
    encoding: 'none',
    summary: 'My valid API keys, newest first, without their secrets',
    reply: z.object({ success: z.literal(true), data: z.array(KeyView) }),
  })
}

function declareCreation<A extends Access>({ path, access, scopes }: Owner<A>) {
  return endpoint({
    method: 'POST',
    path,
    access: access.manage,
    encoding: 'json',
    needsPassword: true,
    summary: 'Make an API key; the reply shows it once',
    body: z.strictObject({
      name: requiredText(MAX_KEY_NAME),
      scopes: z
        .array(z.enum(scopes))
        .min(1, coded('key.scopes_missing'))
        .transform((given) => scopes.filter((scope) => given.includes(scope))),
    }),
    reply: z.object({ success: z.literal(true), data: KeyView, key: z.string() }),
  })
}

function declareRevocation<A extends Access>({ path, access }: Owner<A>) {
  return endpoint({
    method: 'POST',
    path: `${path}/:key_id/revoke`,
    access: access.manage,
    encoding: 'json',
    summary: 'Revoke one of my API keys',
    params: z.object({ key_id: Id }),
    reply: z.object({ success: z.literal(true) }),
  })
}

/** Lists the valid API keys of the signed-in publisher. */
export const listKeysCall = declareList(ofPublisher)

/**
 * Makes an API key for an account that has just typed its password. This reply is the only one that holds the whole
 * key.
 */
export const createKeyCall = declareCreation(ofPublisher)

/** Revokes an API key for good. */
export const revokeKeyCall = declareRevocation(ofPublisher)

/** Lists the valid API keys of the signed-in advertiser. */
export const listAdvertiserKeysCall = declareList(ofAdvertiser)

/** Makes an API key of the advertiser, as `createKeyCall` does. */
export const createAdvertiserKeyCall = declareCreation(ofAdvertiser)

/** Revokes an API key of the advertiser for good. */
export const revokeAdvertiserKeyCall = declareRevocation(ofAdvertiser)
