import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'

/** The largest file of a logo, in bytes. */
export const MAX_LOGO_BYTES = 1024 * 1024

/** The types of files of which a logo is drawn. */
export const LOGO_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

const path = '/api/v1/brand/logo'
const access = 'advertiser:run_programme'

/** Stores the file of a logo, for a day unless `setOwnLogoCall` chooses it. */
export const storeLogoCall = endpoint({
  method: 'POST',
  path: `${path}/file`,
  access,
  encoding: 'file',
  maxFileBytes: MAX_LOGO_BYTES,
  summary: 'Store the file of a logo (PNG, JPEG or WebP, at most 1 MB) for the next call',
  reply: z.object({ success: z.literal(true), data: z.object({ id: z.string() }) }),
})

/** Shows a stored file as the logo of the own programme. */
export const setOwnLogoCall = endpoint({
  method: 'POST',
  path,
  access,
  encoding: 'json',
  summary: 'Show a file that the call before has stored as your logo; without `file_id`, show none',
  body: z.strictObject({ file_id: z.string().max(100).optional() }),
  reply: z.object({ success: z.literal(true) }),
})
