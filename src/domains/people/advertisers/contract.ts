import { z } from 'zod'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { ADVERTISER_STATUSES, SECRET_KINDS } from './rules.ts'

/** An http or https address, as text. */
export const Website = z
  .url({ protocol: /^https?$/, message: coded('input.website') })
  .max(2000, coded('input.characters', { max: 2000 }))

const name = requiredText(120)

const RegionInput = z.object({
  code: z.string().trim().toUpperCase(),
  commission_text: plainText(200).default(''),
})

const regions = z.array(RegionInput).max(260)

/** A declared host with the regions that it sells to. */
export const DomainView = z.object({
  id: z.number(),
  /** With its port, unless it stands for 80 and 443. */
  hostname: z.string(),
  regions: z.array(z.object({ code: z.string(), name: z.string(), commission_text: z.string() })),
})

/** @see DomainView */
export type DomainView = z.infer<typeof DomainView>

/** A postback secret without its token; `hint` is the end of the token. */
export const SecretView = z.object({
  id: z.number(),
  kind: z.enum(SECRET_KINDS),
  hint: z.string(),
  created_at: z.iso.datetime(),
  /** When it ends by itself, because it has a successor. */
  expires_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
})

/** @see SecretView */
export type SecretView = z.infer<typeof SecretView>

/** An advertiser with its domains and secrets, as the operator sees it. */
export const AdvertiserDetail = z.object({
  id: z.number(),
  name: z.string(),
  website: z.string(),
  status: z.enum(ADVERTISER_STATUSES),
  account_email: z.string().nullable(),
  created_at: z.iso.datetime(),
  domains: z.array(DomainView),
  secrets: z.array(SecretView),
})

/** @see AdvertiserDetail */
export type AdvertiserDetail = z.infer<typeof AdvertiserDetail>

const done = z.object({ success: z.literal(true) })

/** A new secret; the only reply that contains its token. */
const createdSecret = z.object({
  success: z.literal(true),
  secret_id: z.number(),
  kind: z.enum(SECRET_KINDS),
  token: z.string(),
  /** Until when the secret of this kind before it stays valid; null for the first. */
  previous_until: z.iso.datetime().nullable(),
})

/** @see createdSecret */
export type CreatedSecret = z.output<typeof createdSecret>

const advertiserParams = z.object({ advertiser_id: Id })
const domainParams = z.object({ advertiser_id: Id, domain_id: Id })
const secretParams = z.object({ advertiser_id: Id, secret_id: Id })
const newSecret = z.strictObject({ kind: z.enum(SECRET_KINDS).default('server') })
const operatorPath = '/api/v1/operator/advertisers'

export const createAdvertiserCall = endpoint({
  method: 'POST',
  path: operatorPath,
  access: 'operator',
  encoding: 'json',
  summary: 'Create an advertiser',
  body: z.strictObject({ name, website: Website }),
  reply: z.object({ success: z.literal(true), advertiser_id: z.number() }),
})

export const getAdvertiserCall = endpoint({
  method: 'GET',
  path: `${operatorPath}/:advertiser_id`,
  access: 'operator',
  encoding: 'none',
  summary: 'One advertiser with its domains and postback secrets',
  params: advertiserParams,
  reply: z.object({ success: z.literal(true), data: AdvertiserDetail }),
})

export const updateAdvertiserCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/:advertiser_id`,
  access: 'operator',
  encoding: 'json',
  summary: "Change an advertiser's name, website and status, and the account that it signs in with",
  params: advertiserParams,
  body: z.strictObject({
    name,
    website: Website,
    status: z.enum(ADVERTISER_STATUSES),
    account_email: plainText(254).toLowerCase().optional(),
  }),
  reply: done,
})

export const declareDomainCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/:advertiser_id/domains`,
  access: 'operator',
  encoding: 'json',
  summary: 'Declare a host that tracking links may lead to; without a port it stands for 80 and 443',
  params: advertiserParams,
  body: z.strictObject({ hostname: requiredText(300), regions: regions.default([]) }),
  reply: z.object({ success: z.literal(true), domain_id: z.number(), hostname: z.string() }),
})

export const setRegionsCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/:advertiser_id/domains/:domain_id`,
  access: 'operator',
  encoding: 'json',
  summary: 'Replace the regions of a domain',
  params: domainParams,
  body: z.strictObject({ regions }),
  reply: done,
})

export const removeDomainCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/:advertiser_id/domains/:domain_id/remove`,
  access: 'operator',
  encoding: 'json',
  summary: 'Remove a declared host; links to it lead nowhere from then on',
  params: domainParams,
  reply: done,
})

export const createSecretCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/:advertiser_id/secrets`,
  access: 'operator',
  encoding: 'json',
  needsPassword: true,
  summary: 'Make a postback secret for an advertiser. The present one of its kind stays valid for another week.',
  params: advertiserParams,
  body: newSecret,
  reply: createdSecret,
})

export const revokeSecretCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/:advertiser_id/secrets/:secret_id/revoke`,
  access: 'operator',
  encoding: 'json',
  summary: 'Revoke a postback secret of an advertiser',
  params: secretParams,
  reply: done,
})

export const listOwnSecretsCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/secrets',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Your valid postback secrets without their tokens, newest first',
  reply: z.object({ success: z.literal(true), data: z.array(SecretView) }),
})

export const createOwnSecretCall = endpoint({
  method: 'POST',
  path: '/api/v1/brand/secrets',
  access: 'advertiser:manage_keys',
  encoding: 'json',
  needsPassword: true,
  summary: 'Make a postback secret. The present one of its kind stays valid for another week.',
  body: newSecret,
  reply: createdSecret,
})

export const revokeOwnSecretCall = endpoint({
  method: 'POST',
  path: '/api/v1/brand/secrets/:secret_id/revoke',
  access: 'advertiser:manage_keys',
  encoding: 'json',
  summary: 'Revoke one of your postback secrets',
  params: z.object({ secret_id: Id }),
  reply: done,
})
