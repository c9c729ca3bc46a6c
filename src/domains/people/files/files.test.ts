import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { UploadedFile } from '#platform/server/http/route.ts'
import { rotateKey } from '#platform/server/sealing/rotate-key.ts'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import { createKey } from '#platform/server/sealing/sealing-key.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makeAdvertiser, makeMember, makeProgram } from '#test/support/network-fixtures.ts'
import { createTestSealing, testSealingKey } from '#test/support/sealing.ts'
import { deleteOldFiles, keepFile, releaseFiles, storeFile } from './commands.ts'
import { eraseFiles } from './privacy.ts'
import { ACCOUNT_QUOTA, MAX_STORED_FILE_BYTES } from './contract.ts'
import { SEALED_FILE_KEY, downloadFile, listFiles } from './queries.ts'
import { toFileName } from './rules.ts'

const start = new Date('2026-05-01T00:00:00Z')
const pdf = Buffer.from('%PDF-1.7 a form with the number 078-05-1120')

const database = await openTestDatabase()
let sealing: Sealing
let accountId: bigint

beforeAll(async () => {
  sealing = await createTestSealing(database.db)
  accountId = (await makeAccount(at(), 'publisher')).accountId
})
const at = (hours = 0): Ctx => testContext(database.db, 'test', new Date(start.getTime() + hours * HOUR_MS))

function upload(...parts: Buffer[]): UploadedFile {
  return {
    read: async function* () {
      yield* parts
    },
  }
}

const store = (file: UploadedFile, { name = 'form.pdf', hours = 0, owner = accountId } = {}) =>
  storeFile(at(hours), { accountId: owner, purpose: 'tax_form', name, file, sealing })
const keep = (fileId: string, change: object = {}) =>
  database.db.transaction().execute((db) => {
    return keepFile({ ...at(), db }, { fileId, accountId, purpose: 'tax_form', ...change })
  })
const readCode = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Error) => error.message,
  )

async function read(fileId: string, by = sealing) {
  const { file } = await downloadFile(database.db, by, fileId)
  const parts: Buffer[] = []
  for await (const part of file.body as AsyncIterable<Buffer>) parts.push(part)
  return { ...file, body: Buffer.concat(parts) }
}

describe('a stored file', () => {
  test('is encrypted, and comes back as a download without scripts', async () => {
    const id = await store(upload(pdf.subarray(0, 10), pdf.subarray(10)), { name: 'C:\\docs\\W 9 "ü"\r\n.PDF' })
    const { keySealed, content } = await database.db.selectFrom('storedFile').selectAll().executeTakeFirstOrThrow()
    expect(Buffer.concat([keySealed, content]).toString('latin1')).not.toContain('078-05-1120')
    expect(await read(id)).toMatchObject({
      body: pdf,
      contentType: 'application/pdf',
      filename: 'W 9 ___.PDF',
      headers: { 'X-Content-Type-Options': 'nosniff', 'Content-Length': `${pdf.length}` },
    })
    const [listed] = await listFiles(database.db, [id])
    expect(listed).toMatchObject({ name: 'W 9 "ü".PDF', media_type: 'application/pdf', size: pdf.length })
  })

  test('goes after a day, unless a row keeps it, and then at the time of its release', async () => {
    const [unused, used] = [await store(upload(pdf)), await store(upload(pdf))]
    await keep(used)
    await deleteOldFiles(at(25))
    await expect(read(unused)).rejects.toThrow('not_found')
    expect((await read(used)).body).toEqual(pdf)
    expect(await readCode(keep(unused))).toBe('file.missing')
    await releaseFiles(at(25), [used], at(50).now)
    await deleteOldFiles(at(49))
    expect((await read(used)).body).toEqual(pdf)
    await deleteOldFiles(at(51))
    await expect(read(used)).rejects.toThrow('not_found')
  })

  test('of an agency is kept for the brand for which it was uploaded only', async () => {
    const [own, other] = await Promise.all([makeProgram(at()), makeProgram(at())])
    const actor = await makeMember(at(), { advertiserId: own.advertiserId, role: 'agency' })
    const ctx = { ...at(), actor }
    const input = { accountId: actor.accountId, purpose: 'decision_evidence', name: 'letter.pdf', sealing } as const
    const fileId = await storeFile(ctx, { ...input, file: upload(pdf) })
    const reference = { fileId, accountId: actor.accountId, purpose: 'decision_evidence' } as const
    const keepFor = (advertiserId: bigint) =>
      database.db.transaction().execute((db) => keepFile({ ...ctx, db, actor: { ...actor, advertiserId } }, reference))
    expect(await readCode(keepFor(other.advertiserId))).toBe('file.missing')
    expect(await readCode(keepFor(own.advertiserId))).toBeUndefined()
  })

  test('is kept for its account and its purpose only', async () => {
    const id = await store(upload(pdf))
    const other = (await makeAccount(at(), 'publisher')).accountId
    expect(await readCode(keep(id, { accountId: other }))).toBe('file.missing')
    expect(await readCode(keep(id, { purpose: 'decision_evidence' }))).toBe('file.missing')
    await eraseFiles(at(), { accountId: other })
    expect(await readCode(keep(id))).toBeUndefined()
    await eraseFiles(at(), { accountId })
    await expect(read(id)).rejects.toThrow('not_found')
  })

  test('opens after a change of the secret key, and its content stays as it is', async () => {
    const id = await store(upload(pdf))
    const readRow = () =>
      database.db.selectFrom('storedFile').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await readRow()
    const next = createKey()
    const source = { secretKeys: [next, testSealingKey], dataDir: '' }
    await rotateKey({ ...at(), db: database.ownerDb }, source, [SEALED_FILE_KEY])
    const after = await readRow()
    expect(after.keySealed).not.toEqual(before.keySealed)
    expect(after.content).toEqual(before.content)
    expect((await read(id, new Sealing([next]))).body).toEqual(pdf)
    await rotateKey({ ...at(), db: database.ownerDb }, { ...source, secretKeys: [testSealingKey, next] }, [
      SEALED_FILE_KEY,
    ])
  })
})

describe('an upload', () => {
  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an archive', Buffer.from('PK\u0003\u0004')],
    ['nothing', Buffer.alloc(0)],
  ])('of %s is refused, whatever its name says', async (_name, content) => {
    expect(await readCode(store(upload(content)))).toBe('file.type')
  })

  test('may have 5 MB and not a byte more', async () => {
    const rest = Buffer.alloc(MAX_STORED_FILE_BYTES - pdf.length)
    const id = await store(upload(pdf, rest), { hours: 1 })
    expect((await read(id)).body).toHaveLength(MAX_STORED_FILE_BYTES)
    expect(await readCode(store(upload(pdf, rest, Buffer.alloc(1)), { hours: 1 }))).toBe('request.too_large')
  })

  test('beyond the room of the account is refused, and another account is not concerned', async () => {
    const owner = (await makeAccount(at(), 'advertiser')).accountId
    const first = await store(upload(pdf), { owner })
    await database.db.updateTable('storedFile').set({ size: MAX_STORED_FILE_BYTES }).where('id', '=', first).execute()
    const full = ACCOUNT_QUOTA.bytes / MAX_STORED_FILE_BYTES
    const row = await database.db.selectFrom('storedFile').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
    const copies = Array.from({ length: full - 2 }, () => ({ ...row, id: crypto.randomUUID() }))
    await database.db.insertInto('storedFile').values(copies).execute()
    const rest = Buffer.alloc(MAX_STORED_FILE_BYTES - pdf.length)
    await store(upload(pdf, rest), { owner })
    expect(await readCode(store(upload(pdf), { owner }))).toBe('file.quota')
    expect(await readCode(store(upload(pdf)))).toBeUndefined()
    // Another brand of an agency is not concerned.
    const { advertiserId } = await makeAdvertiser(at())
    await database.db.updateTable('storedFile').set({ advertiserId }).where('accountId', '=', owner).execute()
    expect(await readCode(store(upload(pdf), { owner }))).toBeUndefined()
  })

  test('is limited to 60 in an hour', async () => {
    const owner = (await makeAccount(at(), 'publisher')).accountId
    for (let count = 0; count < 60; count += 1) await readCode(store(upload(Buffer.alloc(0)), { owner }))
    expect(await readCode(store(upload(pdf), { owner }))).toBe('too_many_attempts')
    expect(await readCode(store(upload(pdf), { owner, hours: 1 }))).toBeUndefined()
  })
})

test.each([
  ['scan.JPG', 'image/jpeg', 'scan.JPG'],
  ['scan.jpeg', 'image/jpeg', 'scan.jpeg'],
  ['evil.html', 'application/pdf', 'evil.html.pdf'],
  ['', 'image/png', 'file.png'],
  ['.pdf', 'application/pdf', 'file.pdf'],
  ['../../etc/passwd', 'image/png', 'passwd.png'],
  ['表格\u202E.pdf', 'application/pdf', '表格.pdf'],
  [`${'a'.repeat(300)}.pdf`, 'application/pdf', `${'a'.repeat(116)}.pdf`],
] as const)('the name %j of a file of type %s becomes %j', (given, type, name) => {
  expect(toFileName(given, type)).toBe(name)
})
