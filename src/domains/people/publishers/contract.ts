import { z } from 'zod'
import { SITE_ACCESS } from '#kernel/actor.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, publisherEmail, requiredText } from '#kernel/text.ts'
import { FIXED_FIELDS, profileFields } from './rules.ts'

/** A choice from a list of the specification: its position from 1, and its name. */
const Choice = z.object({ id: z.number(), name: z.string() })

/** A site with the key that its tracking links carry. */
export const SiteView = z.object({
  name: z.string(),
  domain: z.string(),
  /** What the site is called by its address: `instagram.com/name` for a channel, the domain for another site. */
  address: z.string(),
  url: z.string(),
  key: z.string(),
  is_active: z.boolean(),
  audience_countries: z.array(Choice),
  content_categories: z.array(Choice),
  created_at: z.iso.datetime(),
  /** When an installation check last found the tracking script on the site; null until then. */
  script_found_at: z.iso.datetime().nullable(),
})

/** @see SiteView */
export type SiteView = z.infer<typeof SiteView>

/** One entry of a form, or several of the same name. The rules of the form check them. */
const FormEntry = z.union([z.string().max(2000), z.array(z.string().max(2000)).max(100)]).optional()

const SiteInput = z.strictObject({
  site_url: FormEntry,
  site_name: FormEntry,
  /** Up to three positions from 1. */
  content_categories: FormEntry,
  /** Up to three positions from 1. */
  audience_countries: FormEntry,
  csrfmiddlewaretoken: z.string().optional(),
})

/** A position from 1 in a list of the specification; null when it was never given. */
const Position = z.number().nullable()

/** A publisher's profile. Texts that were never given are empty. */
const ProfileView = z.object({
  company: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  contact_number: z.string(),
  address: z.string(),
  zip_code: z.string(),
  country: Position,
  num_employees: Position,
  dev_knowledge: Position,
  profit_models: z.array(z.number()),
  prefer_traffic_categories: z.array(z.number()),
  traffic_sources: z.array(z.number()),
  social_medias: z.array(z.number()),
  content_production: Position,
  ad_network: z.string(),
})

/** @see ProfileView */
export type ProfileView = z.infer<typeof ProfileView>

const OwnPublisher = ProfileView.extend({
  /** The e-mail of the signed-in account. */
  email: z.string(),
  paypal_email: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  sites: z.array(SiteView),
})

/** The publisher of the signed-in account. A sub-account reads its own e-mail and its site; the profile is empty. */
export type OwnPublisher = z.infer<typeof OwnPublisher>

const saved = z.object({
  success: z.literal(true),
  message: z.string(),
  key: z.string().regex(/^[a-z0-9]{1,40}$/, coded('site.key')),
})
const done = z.object({ success: z.literal(true) })

export const getOwnPublisherCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/me',
  access: 'publisher-read',
  encoding: 'none',
  summary: 'Your account and your sites',
  reply: z.object({
    success: z.literal(true),
    message: OwnPublisher,
  }),
})

const profileInputs = [...FIXED_FIELDS.map((name) => `p1_${name}`), ...profileFields.map(([n, f]) => `${f.part}_${n}`)]

/** Saves one part of the profile, or both (specification 2, section 7). */
export const updateProfileCall = endpoint({
  method: 'POST',
  path: '/api/v1/account/publishers/me/profile',
  access: 'publisher',
  encoding: 'form',
  summary: 'Save the personal part (p1_…) or the business part (p2_…) of your profile, whole',
  body: z.strictObject(Object.fromEntries([...profileInputs, 'csrfmiddlewaretoken'].map((name) => [name, FormEntry]))),
  reply: z.object({ success: z.literal(true), message: z.string() }),
})

export const createSiteCall = endpoint({
  method: 'POST',
  path: '/api/v1/account/publishers/me/sites',
  access: 'publisher',
  encoding: 'form',
  summary: 'Add a site; it gets its key at once',
  body: SiteInput,
  reply: saved,
})

export const updateSiteCall = endpoint({
  method: 'POST',
  path: '/api/v1/account/publishers/me/sites/:key',
  access: 'publisher',
  encoding: 'form',
  summary: 'Change a site; its key stays',
  params: z.object({ key: z.string().regex(/^[a-z0-9]{1,40}$/, coded('site.key')) }),
  body: SiteInput,
  reply: saved,
})

const switchSite = {
  method: 'POST',
  encoding: 'json',
  params: z.object({ key: z.string().regex(/^[a-z0-9]{1,40}$/, coded('site.key')) }),
  reply: done,
} as const

export const deactivateSiteCall = endpoint({
  ...switchSite,
  path: '/api/v1/account/publishers/me/sites/:key/deactivate',
  access: 'publisher',
  summary: 'Deactivate a site: its links lead on, but earn nothing',
})

export const activateSiteCall = endpoint({
  ...switchSite,
  path: '/api/v1/account/publishers/me/sites/:key/activate',
  access: 'publisher',
  summary: 'Activate a site again',
})

const SubAccountView = z.object({
  id: z.number(),
  userName: z.string(),
  /** The domain and the address of its site. */
  domain: z.string(),
  address: z.string(),
  /** The key of its site. */
  hash: z.string(),
  email: z.string(),
  access: z.enum(SITE_ACCESS),
  /** Whether its owner has accepted the invitation by choosing a password. */
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
})

/** A sub-account as its publisher reads it (specification 2, section 3). */
export type SubAccountView = z.infer<typeof SubAccountView>

const subAccounts = '/api/v1/account/publishers/me/sub_accounts'
const siteAndAccess = { hash: z.string().max(40), access: z.enum(SITE_ACCESS) }
const ofSubAccount = z.object({ sub_account_id: Id })

/** Lists the publisher's sub-accounts. */
export const listSubAccountsCall = endpoint({
  method: 'GET',
  path: subAccounts,
  access: 'publisher',
  encoding: 'none',
  summary: 'Your sub-accounts',
  reply: z.object({ success: z.literal(true), data: z.array(SubAccountView) }),
})

/** Invites a sub-account by e-mail. The answer does not tell whether the address has an account already. */
export const inviteSubAccountCall = endpoint({
  method: 'POST',
  path: subAccounts,
  access: 'publisher',
  encoding: 'json',
  needsPassword: true,
  summary: 'Invite a sub-account by e-mail and bind it to one of your sites; at most five',
  body: z.strictObject({
    userName: requiredText(60),
    email: requiredText(254).toLowerCase().pipe(publisherEmail()),
    ...siteAndAccess,
  }),
  reply: done.extend({ message: z.string() }),
})

/** Changes the site and the access of a sub-account. */
export const updateSubAccountCall = endpoint({
  method: 'POST',
  path: `${subAccounts}/:sub_account_id`,
  access: 'publisher',
  encoding: 'json',
  summary: 'Change the site or the access of a sub-account',
  params: ofSubAccount,
  body: z.strictObject(siteAndAccess),
  reply: done,
})

/** Removes a sub-account: it is logged out and cannot log in again. */
export const removeSubAccountCall = endpoint({
  method: 'POST',
  path: `${subAccounts}/:sub_account_id/remove`,
  access: 'publisher',
  encoding: 'json',
  summary: 'Remove a sub-account; it is logged out at once',
  params: ofSubAccount,
  reply: done,
})

const PublisherRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  created_at: z.iso.datetime(),
  site_count: z.number(),
})

export const listPublishersCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/publishers',
  access: 'operator',
  encoding: 'none',
  summary: 'Publishers by name, e-mail, site name, site address or site key',
  query: z.object({ keyword: plainText(200).default(''), ...pageQuery(LIST_PAGE_SIZES, 20) }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ count: z.number(), publishers: z.array(PublisherRow) }),
  }),
})

export const getPublisherCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/publishers/:publisher_id',
  access: 'operator',
  encoding: 'none',
  summary: 'One publisher with its sites',
  params: z.object({ publisher_id: Id }),
  reply: z.object({
    success: z.literal(true),
    data: PublisherRow.omit({ site_count: true }).extend({ sites: z.array(SiteView) }),
  }),
})

export const switchPublisherSiteCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/publishers/:publisher_id/sites/:key',
  access: 'operator',
  encoding: 'json',
  summary: 'Activate or deactivate a site of a publisher',
  params: z.object({ publisher_id: Id, key: z.string().regex(/^[a-z0-9]{1,40}$/, coded('site.key')) }),
  body: z.strictObject({ is_active: z.boolean() }),
  reply: done,
})
