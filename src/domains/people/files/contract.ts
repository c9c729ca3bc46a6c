import { z } from 'zod'

/** What a stored file is for. */
export const FILE_PURPOSES = ['tax_form', 'decision_evidence', 'claim_evidence'] as const

/** @see FILE_PURPOSES */
export type FilePurpose = (typeof FILE_PURPOSES)[number]

/** The types of files that are stored. A browser runs no script from them when they are downloaded. */
export const MEDIA_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const

/** @see MEDIA_TYPES */
export type MediaType = (typeof MEDIA_TYPES)[number]

/** The largest file that is stored, in bytes. */
export const MAX_STORED_FILE_BYTES = 5 * 1024 * 1024

/** What the files of one account may take together. */
export const ACCOUNT_QUOTA = { files: 1000, bytes: 100 * 1024 * 1024 } as const

/** The query of an endpoint that stores a file: the name that the browser gives it. */
export const fileNameQuery = z.object({ name: z.string().max(1000).default('') })

/** A stored file without its content. */
export const StoredFile = z.object({
  id: z.uuid(),
  name: z.string(),
  media_type: z.enum(MEDIA_TYPES),
  /** In bytes. */
  size: z.number().int(),
  uploaded_at: z.iso.datetime(),
})

/** @see StoredFile */
export type StoredFile = z.infer<typeof StoredFile>
