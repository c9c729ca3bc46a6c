import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { SEALED_APP_SECRET, loadSecrets } from '../secrets/secrets.ts'
import { StartError } from '../start-error.ts'
import { prepareSealing } from './prepare-sealing.ts'
import { rotateKey } from './rotate-key.ts'
import { Sealing } from './sealing.ts'
import { createKey, parseKeys, readKeys, writeKeyFile } from './sealing-key.ts'
import type { KeySource } from './sealing-key.ts'

const place = { column: SEALED_APP_SECRET, row: 'csrf' }
const columns = [SEALED_APP_SECRET]

const database = await openTestDatabase()
let dataDir: string
let file: KeySource

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tandem-sealing-'))
  file = { secretKeys: undefined, dataDir }
  await database.ownerDb.deleteFrom('currentSealingKey').execute()
  await database.ownerDb.deleteFrom('appSecret').execute()
  return () => rmSync(dataDir, { recursive: true })
})

const prepare = (source = file) => prepareSealing(testContext(database.ownerDb), source)
const rotate = (source = file) => rotateKey(testContext(database.db), source, columns)
const seal = (sealing: Sealing) =>
  database.db.transaction().execute((tx) => sealing.seal({ db: tx }, place, 'a secret'))
const findKeyId = async () => (await database.db.selectFrom('currentSealingKey').selectAll().executeTakeFirst())?.keyId

describe('a sealed value', () => {
  test('opens at its place only, and only unchanged', async () => {
    await prepare()
    const sealing = new Sealing(readKeys(file))
    const sealed = await seal(sealing)
    expect(sealing.open(place, sealed).toString()).toBe('a secret')
    expect(sealed.includes('a secret')).toBe(false)
    expect(await seal(sealing)).not.toEqual(sealed)
    expect(() => sealing.open({ ...place, row: 'addresses' }, sealed)).toThrow(/authenticate/)
    const changed = Buffer.from(sealed)
    changed[sealed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => sealing.open(place, changed)).toThrow(/authenticate/)
  })

  test('does not open without its key, and names the key', async () => {
    await prepare()
    const sealed = await seal(new Sealing(readKeys(file)))
    expect(() => new Sealing([createKey()]).open(place, sealed)).toThrow(`lacks the secret key "${await findKeyId()}"`)
  })

  test('is sealed only in the transaction that stores it', async () => {
    await prepare()
    await expect(new Sealing(readKeys(file)).seal(database, place, 'x')).rejects.toThrow('in the transaction')
  })
})

describe('a start', () => {
  test('creates a key that only its owner can read, and no secret is stored open', async () => {
    await prepare()
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    const sealing = new Sealing(readKeys(file))
    const { csrf } = await loadSecrets(testContext(database.db), sealing)
    const row = await database.db
      .selectFrom('appSecret')
      .selectAll()
      .where('name', '=', 'csrf')
      .executeTakeFirstOrThrow()
    expect(sealing.open(place, row.sealedValue)).toEqual(csrf)
    await sql`CHECKPOINT`.execute(database.ownerDb)
    const stored = await sql<{ bytes: Buffer }>`
      SELECT pg_read_binary_file(pg_relation_filepath('app_secret')) AS bytes`.execute(database.ownerDb)
    expect(stored.rows[0]?.bytes.includes(row.sealedValue)).toBe(true)
    expect(stored.rows[0]?.bytes.includes(csrf)).toBe(false)
  })

  test('uses SECRET_KEY when it is set, and creates no file', async () => {
    const key = createKey()
    await prepare({ ...file, secretKeys: [key] })
    expect(await findKeyId()).toBe(key.id)
    expect(readKeys(file)).toEqual([])
  })

  test.each([
    ['without a key', undefined],
    ['with another key in the file', 'file'],
    ['with another key in SECRET_KEY', 'variable'],
  ])('is refused %s and changes nothing', async (_name, kind) => {
    await prepare()
    const keyId = await findKeyId()
    rmSync(join(dataDir, 'secret.key'))
    if (kind === 'file') writeKeyFile(dataDir, [createKey()])
    const before = readKeys(file)
    const attempt = prepare(kind === 'variable' ? { ...file, secretKeys: [createKey()] } : file)
    await expect(attempt).rejects.toThrow(StartError)
    await expect(attempt).rejects.toThrow(`sealed with the secret key ${keyId}, which`)
    expect(await findKeyId()).toBe(keyId)
    expect(readKeys(file)).toEqual(before)
  })

  test('is refused while others may read the file', async () => {
    await prepare()
    chmodSync(join(dataDir, 'secret.key'), 0o640)
    await expect(prepare()).rejects.toThrow(/Other users may read .*chmod 600/)
  })

  test('is refused when the file holds something else', async () => {
    writeFileSync(join(dataDir, 'secret.key'), 'hunter2\n', { mode: 0o600 })
    await expect(prepare()).rejects.toThrow(/holds no key/)
  })

  test('creates one key when two nodes start at once', async () => {
    const keys = [createKey()]
    await Promise.all([prepare({ ...file, secretKeys: keys }), prepare({ ...file, secretKeys: keys })])
    const loaded = await Promise.all([1, 2, 3].map(() => loadSecrets(testContext(database.db), new Sealing(keys))))
    expect(loaded[1]).toEqual(loaded[0])
    expect(loaded[2]).toEqual(loaded[0])
  })
})

describe('a change of the key', () => {
  test('seals every value with a new key and removes the old one from the file', async () => {
    await prepare()
    const old = readKeys(file)
    const secrets = await loadSecrets(testContext(database.db), new Sealing(old))
    const { keyId, count } = await rotate()
    expect(count).toBe(3)
    expect(keyId).not.toBe(old[0]?.id)
    expect(readKeys(file).map(({ id }) => id)).toEqual([keyId])
    expect(await loadSecrets(testContext(database.db), new Sealing(readKeys(file)))).toEqual(secrets)
    await expect(loadSecrets(testContext(database.db), new Sealing(old))).rejects.toThrow('lacks the secret key')
    await prepare()
  })

  test('takes the first key of SECRET_KEY, and a node that knows both keeps working', async () => {
    const [present, next] = [createKey(), createKey()]
    await prepare({ ...file, secretKeys: [present] })
    const both = { ...file, secretKeys: [next, present] }
    await prepare(both)
    const node = new Sealing(both.secretKeys)
    const secrets = await loadSecrets(testContext(database.db), node)
    expect(await rotate(both)).toEqual({ keyId: next.id, count: 3 })
    expect(await loadSecrets(testContext(database.db), node)).toEqual(secrets)
    expect(new Sealing([next]).open(place, await seal(node)).toString()).toBe('a secret')
    await expect(rotate(both)).rejects.toThrow('SECRET_KEY begins with the current key')
  })

  test('that was interrupted before or after its commit leaves a network that starts', async () => {
    await prepare()
    const [present] = readKeys(file)
    const next = createKey()
    if (present) writeKeyFile(dataDir, [next, present])
    await prepare()
    expect(await findKeyId()).toBe(present?.id)
    expect((await rotate()).keyId).toBe(next.id)
    if (present) writeKeyFile(dataDir, [next, present])
    await prepare()
    expect((await rotate()).keyId).not.toBe(next.id)
    expect(readKeys(file)).toHaveLength(1)
  })
})

test.each([
  ['ab'.repeat(32), 1],
  [`${'ab'.repeat(32)},${'cd'.repeat(32)}\n`, 2],
  [Buffer.alloc(32, 7).toString('base64'), 1],
  [Buffer.alloc(32, 7).toString('base64url'), 1],
  ['ab'.repeat(31), undefined],
  [`${'ab'.repeat(32)},short`, undefined],
  [' ,\n', undefined],
])('reads the keys of %j: %s', (text, count) => {
  expect(parseKeys(text)?.length).toBe(count)
})

test('keeps the file readable as documented: one key per line, in hexadecimal', () => {
  writeKeyFile(dataDir, [createKey(), createKey()])
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n[0-9a-f]{64}\n$/)
})
