import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readFrames, verifyBackupFile, writeBackupFile } from './backup-file.ts'
import type { BackupHeader } from './backup-header.ts'
import { decodeFrames, encodeEnd, encodeSection } from './frames.ts'
import type { Section } from './frames.ts'
import { readLines } from './lines.ts'
import { readSections } from './sections.ts'

const header: BackupHeader = {
  format: 'tandem-backup',
  version: 2,
  createdAt: '2026-11-22T10:00:00.000Z',
  schema: { migration: '0001_platform', digest: 'a'.repeat(64) },
  keyId: '0123456789abcdef',
  lists: [],
  tables: [{ name: 'first', rows: 3 }],
  partitions: [{ name: 'first_default', parent: 'first', bounds: 'DEFAULT' }],
  sequences: [{ name: 'first_id_seq', lastValue: '9007199254740993' }],
}
const table: Section = { kind: 'table', name: 'first', columns: ['id', 'name'] }
const { signal } = new AbortController()

let folder: string
let path: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-backup-'))
})

beforeEach(() => {
  path = join(folder, `${readdirSync(folder).length}.backup`)
})

afterAll(() => rmSync(folder, { recursive: true }))

async function* writeFrames(contents: readonly (readonly Buffer[])[]): AsyncGenerator<Buffer> {
  for (const content of contents) yield* encodeSection(table, content)
  yield encodeEnd()
}

async function writeSmallFile(): Promise<Buffer> {
  await writeBackupFile(path, { header, frames: writeFrames([[Buffer.from('1\tone\n2\ttwo\n')]]), signal })
  return readFileSync(path)
}

async function readAll(): Promise<{ section: Section; content: string }[]> {
  const sections = []
  for await (const { section, content } of readSections(readFrames(await verifyBackupFile(path)))) {
    sections.push({ section, content: Buffer.concat(await Array.fromAsync(content)).toString('latin1') })
  }
  return sections
}

const damaged = /^\d+\.backup is damaged: it was cut or altered\. Nothing is restored from it\.$/

describe('a backup file', () => {
  test('returns its header, its sections and its digest, and only its owner may read it', async () => {
    const content = [Buffer.from('1\tone\n'), Buffer.alloc(700_000, 'x'), Buffer.from('\n')]
    const written = await writeBackupFile(path, { header, frames: writeFrames([content, [], content]), signal })
    const backup = await verifyBackupFile(path)
    expect(backup).toMatchObject({ header, digest: written.digest, bytes: statSync(path).size })
    expect(written.bytes).toBe(backup.bytes)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const text = Buffer.concat(content).toString()
    expect(await readAll()).toEqual([text, '', text].map((expected) => ({ section: table, content: expected })))
  })

  test('refuses to overwrite a file, and leaves no other', async () => {
    writeFileSync(path, 'kept')
    await expect(writeSmallFile()).rejects.toThrow(`${path} exists. A backup overwrites no file; choose another name.`)
    expect(readFileSync(path, 'utf8')).toBe('kept')
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
  })

  test('does not exist when it could not be written to its end', async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield* encodeSection(table, [Buffer.alloc(300_000)])
      throw new Error('away')
    }
    const before = readdirSync(folder)
    await expect(writeBackupFile(path, { header, frames: failing(), signal })).rejects.toThrow('away')
    const aborted = AbortSignal.abort()
    await expect(writeBackupFile(path, { header, frames: failing(), signal: aborted })).rejects.toThrow(/aborted/)
    expect(readdirSync(folder)).toEqual(before)
  })

  test('is refused wherever it is cut, and when bytes follow', async () => {
    const whole = await writeSmallFile()
    for (const length of whole.keys()) {
      writeFileSync(path, whole.subarray(0, length))
      await expect(verifyBackupFile(path)).rejects.toThrow(/ is damaged: | is not a backup of Tandem\.$/)
    }
    writeFileSync(path, Buffer.concat([whole, Buffer.from('\n')]))
    await expect(verifyBackupFile(path)).rejects.toThrow(damaged)
  })

  test('is refused wherever one byte is altered', async () => {
    const whole = await writeSmallFile()
    for (const index of whole.keys()) {
      const altered = Buffer.from(whole)
      altered.writeUInt8(whole.readUInt8(index) ^ 1, index)
      writeFileSync(path, altered)
      await expect(verifyBackupFile(path)).rejects.toThrow(index < 26 ? / is not a backup of Tandem\.$/ : damaged)
    }
  })

  test('is refused when it changes after it was verified', async () => {
    const whole = await writeSmallFile()
    const backup = await verifyBackupFile(path)
    for (const index of [30, backup.headerBytes + 8, whole.length - 80]) {
      const altered = Buffer.from(whole)
      altered.writeUInt8(whole.readUInt8(index) ^ 1, index)
      writeFileSync(path, altered)
      await expect(Array.fromAsync(readFrames(backup))).rejects.toThrow(/ is damaged: /)
    }
  })

  test.each([
    [3, /backup was made by a newer version of the program \(format 3\)\. Use that version\.$/],
    [1, /backup has a schema from before the first release; the last commit that reads it is [0-9a-f]{7,40}\.$/],
  ])('is refused when it has the format %i, and stays as it is', async (version, sentence) => {
    const text = `${JSON.stringify({ ...header, version })}\n`
    const file = `${text}\nsha256 ${createHash('sha256').update(text).digest('hex')}\n`
    writeFileSync(path, file)
    await expect(verifyBackupFile(path)).rejects.toThrow(sentence)
    expect(readFileSync(path, 'utf8')).toBe(file)
  })

  test('is refused when it is something else, or is not there', async () => {
    writeFileSync(path, 'PGDMP')
    await expect(verifyBackupFile(path)).rejects.toThrow(`${path} is not a backup of Tandem.`)
    await expect(verifyBackupFile(`${path}.gone`)).rejects.toThrow(`There is no file ${path}.gone.`)
  })

  test('does not take bounds of a partition that would run another statement', async () => {
    const partitions = [{ name: 'a', parent: 'b', bounds: "FOR VALUES FROM ('1') TO ('2'); DROP TABLE b" }]
    const content = { header: { ...header, partitions }, frames: writeFrames([]), signal }
    await expect(writeBackupFile(path, content)).rejects.toThrow(/bounds/)
  })
})

describe('frames', () => {
  test('return the same bytes, in pieces of any size', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)))
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 1, max: 40 }), async (content, size) => {
        const bytes = Buffer.concat(await Array.fromAsync(writeFrames([content])))
        const cut = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
          bytes.subarray(n * size, (n + 1) * size),
        )
        const frames = await Array.fromAsync(decodeFrames(toAsync(cut)))
        const data = frames.flatMap((frame) => ('data' in frame ? [Buffer.from(frame.data)] : []))
        expect(frames[0]).toEqual({ section: table })
        expect(Buffer.concat(data)).toEqual(Buffer.concat(content))
        await expect(Array.fromAsync(decodeFrames(toAsync([bytes.subarray(0, -1)])))).rejects.toThrow(/do not end/)
      }),
      { numRuns: 200 },
    )
  })

  test('lines keep characters that a piece divides', async () => {
    const bytes = Buffer.from('{"a":"é\u2028中"}\n{"b":1}\n')
    for (let at = 0; at <= bytes.length; at++) {
      const groups = await Array.fromAsync(readLines(toAsync([bytes.subarray(0, at), bytes.subarray(at)])))
      expect(groups.flat()).toEqual(['{"a":"é\u2028中"}', '{"b":1}'])
    }
  })
})

async function* toAsync(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}
