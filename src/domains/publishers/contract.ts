import { z } from 'zod'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { LIST_PAGE_SIZES, pageQuery } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'

/** A site with the key that its tracking links carry. */
export const SiteView = z.object({
  name: z.string(),
  domain: z.string(),
  url: z.string(),
  key: z.string(),
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
  /** When an installation check last found the tracking script on the site; null until then. */
  script_found_at: z.iso.datetime().nullable(),
})

/** @see SiteView */
export type SiteView = z.infer<typeof SiteView>

const SiteInput = z.strictObject({
  site_url: requiredText(2000),
  site_name: requiredText(120),
  csrfmiddlewaretoken: z.string().optional(),
})

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
    message: z.object({ email: z.string(), name: z.string(), created_at: z.iso.datetime(), sites: z.array(SiteView) }),
  }),
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
  summary: 'Change the name and address of a site; its key stays',
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
