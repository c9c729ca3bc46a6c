import { createHash } from 'node:crypto'
import { DAY_MS } from '#kernel/days.ts'
import { invalidField } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readUpload } from '#platform/server/http/read-upload.ts'
import type { UploadedFile } from '#platform/server/http/route.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import { MAX_LOGO_BYTES } from '../contract/logo.ts'
import { updateProgram } from './update-program.ts'

const UPLOAD_LIMIT = { max: 60, windowSeconds: 3600 }

/** A logo is drawn in a square of this side, in pixels: more than twice its largest size on a page. */
const SIDE = 256

const MAX_PIXELS = 4096 * 4096

/** A file that no programme shows is deleted after this time, and can be chosen for half of it. */
const UNUSED_MS = DAY_MS

/**
 * Draws a logo anew from a file, so that nothing but its pixels reaches a visitor, stores it and answers its digest.
 * Without `setLogo` it is deleted after a day. Refuses with 422 what is no PNG, JPEG or WebP of at most 4,096 × 4,096
 * pixels, with 413 more than 1 MB and with 429 more than 60 files in an hour.
 */
export async function storeLogo(ctx: Ctx, { accountId, file }: { accountId: bigint; file: UploadedFile }) {
  await limitRate(ctx, { key: `logo:${accountId}`, ...UPLOAD_LIMIT })
  const bytes = await readUpload(file, MAX_LOGO_BYTES)
  const content = await drawLogo(bytes)
  const digest = createHash('sha256').update(bytes).digest('hex')
  await inTransaction(ctx, async (tx) => {
    const unused = new Date(tx.now.getTime() - UNUSED_MS)
    await tx.db
      .deleteFrom('logo')
      .where('uploadedAt', '<', unused)
      .where((row) => row.not(row.exists(row.selectFrom('program').whereRef('logoDigest', '=', 'digest'))))
      .execute()
    await tx.db
      .insertInto('logo')
      .values({ digest, content, uploadedAt: tx.now })
      .onConflict((conflict) => conflict.column('digest').doUpdateSet({ uploadedAt: tx.now }))
      .execute()
    await audit(tx, { action: 'logo.store', target: `logo:${digest}`, details: { size: content.length } })
  })
  return digest
}

/** Shows a stored file as the logo of a programme, or none. Refuses the field `file_id` of one that is not stored. */
export function setLogo(ctx: Ctx, { programId, digest }: { programId: bigint; digest: string | undefined }) {
  return inTransaction(ctx, async (tx) => {
    if (digest !== undefined) await requireLogo(tx, digest)
    await updateProgram(tx, { programId, logoDigest: digest ?? null })
  })
}

async function requireLogo(tx: Ctx, digest: string): Promise<void> {
  const stored = await tx.db
    .selectFrom('logo')
    .select('digest')
    .where('digest', '=', digest)
    .where('uploadedAt', '>', new Date(tx.now.getTime() - UNUSED_MS / 2))
    .executeTakeFirst()
  if (!stored) throw invalidField('file_id', { code: 'file.missing' })
}

async function drawLogo(bytes: Buffer): Promise<Buffer> {
  // Loaded with the first logo, not at every start.
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'contain', background })
      .webp({ quality: 90 })
      .toBuffer()
  } catch {
    throw invalidField('file', { code: 'logo.file' })
  }
}
