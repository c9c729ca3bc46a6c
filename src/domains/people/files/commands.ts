import { lockAccount } from '#domains/people/accounts/commands/lock-account.ts'
import { DAY_MS } from '#kernel/days.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import { readUpload } from '#platform/server/http/read-upload.ts'
import type { UploadedFile } from '#platform/server/http/route.ts'
import { encrypt } from '#platform/server/sealing/sealed-value.ts'
import { createKey } from '#platform/server/sealing/sealing-key.ts'
import { describePlace } from '#platform/server/sealing/sealing.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { ACCOUNT_QUOTA, MAX_STORED_FILE_BYTES } from './contract.ts'
import type { FilePurpose } from './contract.ts'
import { FILE_CONTENT, SEALED_FILE_KEY } from './queries.ts'
import { findMediaType, toFileName } from './rules.ts'
import type { StoredFileTable } from './tables.ts'

/** A file that no row refers to is deleted after this time. */
const UNUSED_MS = DAY_MS

const UPLOAD_LIMIT = { max: 60, windowSeconds: 3600 }

/** A file that an account uploads. */
export interface FileInput {
  accountId: bigint
  purpose: FilePurpose
  /** As the browser names it. */
  name: string
  file: UploadedFile
  sealing: Sealing
}

/**
 * Stores a file, encrypted, and returns its id. Without `keepFile` it is deleted after a day. Its type is that of its
 * content, whatever its name says. Refuses with 422 what is no PDF, PNG or JPEG and what is empty, with 413 more than 5
 * MB, with 409 what would exceed the quota of the account for its brand, and with 429 more than 60 files in an hour.
 */
export async function storeFile(ctx: Ctx, input: FileInput): Promise<string> {
  const { accountId, purpose, sealing } = input
  await limitRate(ctx, { key: `file:${accountId}`, ...UPLOAD_LIMIT })
  const bytes = await readUpload(input.file, MAX_STORED_FILE_BYTES)
  const mediaType = findMediaType(bytes)
  if (!mediaType) throw invalidField('file', { code: 'file.type' })
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId)
    const own = { accountId, advertiserId: getAdvertiserId(tx) }
    await checkQuota(tx, own, bytes.length)
    const id = uuid7(tx.now.getTime())
    const key = createKey()
    await tx.db
      .insertInto('storedFile')
      .values({
        id,
        ...own,
        purpose,
        name: toFileName(input.name, mediaType),
        mediaType,
        size: bytes.length,
        uploadedAt: tx.now,
        deleteAfter: new Date(tx.now.getTime() + UNUSED_MS),
        keySealed: await sealing.seal(tx, { column: SEALED_FILE_KEY, row: id }, key.bytes),
        content: encrypt(key, describePlace({ column: FILE_CONTENT, row: id }), bytes),
      })
      .execute()
    await audit(tx, { action: 'file.store', target: `file:${id}`, details: { purpose, mediaType, size: bytes.length } })
    return id
  })
}

/** The brand for which the actor acts: an agency has a quota for each of its brands. */
function getAdvertiserId({ actor }: Ctx): bigint | null {
  return 'advertiserId' in actor ? (actor.advertiserId ?? null) : null
}

type FileOwner = Pick<StoredFileTable, 'accountId' | 'advertiserId'>

async function checkQuota(tx: Ctx, { accountId, advertiserId }: FileOwner, size: number): Promise<void> {
  const used = await tx.db
    .selectFrom('storedFile')
    .select((row) => [row.fn.countAll<bigint>().as('files'), row.fn.sum<string | null>('size').as('bytes')])
    .where('accountId', '=', accountId)
    .where('advertiserId', 'is not distinct from', advertiserId)
    .executeTakeFirstOrThrow()
  const { files, bytes } = ACCOUNT_QUOTA
  if (Number(used.files) < files && Number(used.bytes ?? 0) + size <= bytes) return
  const params = { megabytes: bytes / 1024 / 1024, files }
  throw new Refusal({ code: 'file.quota', params, status: 409, wireCode: 'invalid', field: 'file' })
}

/** A file of an account, by which another row proves something. */
export interface FileReference {
  fileId: string
  accountId: bigint
  purpose: FilePurpose
}

/**
 * Keeps a file until `releaseFile`, inside the transaction that stores the reference to it. Refuses the field `file_id`
 * when the account has not uploaded it for this purpose and for the brand for which it acts, or it was deleted
 * meanwhile. The calling command writes the audit line.
 */
export async function keepFile(tx: Ctx, { fileId, accountId, purpose }: FileReference): Promise<void> {
  const kept = await tx.db
    .updateTable('storedFile')
    .set({ deleteAfter: null })
    .where('id', '=', fileId)
    .where('accountId', '=', accountId)
    .where('advertiserId', 'is not distinct from', getAdvertiserId(tx))
    .where('purpose', '=', purpose)
    .returning('id')
    .executeTakeFirst()
  if (!kept) throw invalidField('file_id', { code: 'file.missing' })
}

/** Lets files be deleted after a time, inside the transaction that ends the references to them. */
export async function releaseFiles(tx: Ctx, fileIds: readonly string[], keepUntil: Date): Promise<void> {
  if (fileIds.length === 0) return
  await tx.db.updateTable('storedFile').set({ deleteAfter: keepUntil }).where('id', 'in', fileIds).execute()
}

/** Deletes the files whose time is over. */
export async function deleteOldFiles(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const deleted = await tx.db.deleteFrom('storedFile').where('deleteAfter', '<', tx.now).returning('id').execute()
    if (deleted.length === 0) return
    await audit(tx, { action: 'file.delete-old', target: 'files:all', details: { count: deleted.length } })
  })
}
