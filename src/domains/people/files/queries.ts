import { Readable } from 'node:stream'
import type { Db } from '#database'
import { notFound } from '#kernel/errors.ts'
import { FileReply } from '#platform/server/http/route.ts'
import { decrypt, readKeyId } from '#platform/server/sealing/sealed-value.ts'
import { describePlace } from '#platform/server/sealing/sealing.ts'
import type { SealedColumn, Sealing } from '#platform/server/sealing/sealing.ts'
import type { FilePurpose, StoredFile } from './contract.ts'
import { toHeaderName } from './rules.ts'

/** Where the keys of the files are stored. */
export const SEALED_FILE_KEY: SealedColumn = { table: 'stored_file', column: 'key_sealed', key: 'id' }

/** Where the contents are stored. Their own keys encrypt them, so a change of the secret key leaves them alone. */
export const FILE_CONTENT: SealedColumn = { table: 'stored_file', column: 'content', key: 'id' }

/** Lists files by their ids, without their contents. The caller has checked who may know them. */
export async function listFiles(db: Db, fileIds: readonly string[]): Promise<StoredFile[]> {
  if (fileIds.length === 0) return []
  const rows = await db
    .selectFrom('storedFile')
    .select(['id', 'name', 'mediaType', 'size', 'uploadedAt'])
    .where('id', 'in', fileIds)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, mediaType, size, uploadedAt }) => ({
    id,
    name,
    media_type: mediaType,
    size,
    uploaded_at: uploadedAt.toISOString(),
  }))
}

interface KeptFiles {
  purpose: FilePurpose
  uploadedBefore: Date
  /** Only ids after this one. */
  after: string | undefined
  limit: number
}

/** Lists the ids of the files that are kept for a purpose, in their order. */
export async function listKeptFiles(db: Db, { purpose, uploadedBefore, after, limit }: KeptFiles): Promise<string[]> {
  const rows = await db
    .selectFrom('storedFile')
    .select('id')
    .where('purpose', '=', purpose)
    .where('deleteAfter', 'is', null)
    .where('uploadedAt', '<', uploadedBefore)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Opens a file as a download, from which no browser runs a script. The caller has checked who may read it. Refuses an
 * unknown id as not found.
 */
export async function downloadFile(db: Db, sealing: Sealing, fileId: string): Promise<FileReply> {
  const row = await db.selectFrom('storedFile').selectAll().where('id', '=', fileId).executeTakeFirst()
  if (!row) throw notFound()
  const bytes = sealing.open({ column: SEALED_FILE_KEY, row: row.id }, row.keySealed)
  const place = describePlace({ column: FILE_CONTENT, row: row.id })
  const content = decrypt({ id: readKeyId(row.content), bytes }, place, row.content)
  return new FileReply({
    filename: toHeaderName(row.name),
    contentType: row.mediaType,
    body: Readable.from([content]),
    headers: {
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': String(content.length),
    },
  })
}
