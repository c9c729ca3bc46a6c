import { createHash, randomBytes } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline as connect } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { syncFolder } from '../files/durable-file.ts'
import { describeEarlierSchema } from '../schema/earlier-schema.ts'
import { StartError } from '../start-error.ts'
import { FORMAT_VERSION, headerSchema } from './backup-header.ts'
import type { BackupHeader } from './backup-header.ts'
import { decodeFrames } from './frames.ts'
import type { Frame } from './frames.ts'

// A backup is a line of JSON (the header), frames compressed by zstd, and a line with the SHA-256 of all bytes before.
const BEGINNING = '{"format":"tandem-backup",'
const MAX_HEADER_BYTES = 16_777_216
const TRAILER_BYTES = buildTrailer('0'.repeat(64)).length
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 }, chunkSize: 131_072 }

/** A backup whose bytes are those that were written. */
export interface BackupFile {
  path: string
  header: BackupHeader
  /** SHA-256, 64 hexadecimal digits. */
  digest: string
  bytes: number
  headerBytes: number
}

/** What `writeBackupFile` writes. */
export interface BackupContent {
  header: BackupHeader
  frames: AsyncIterable<Buffer>
  signal: AbortSignal
}

/**
 * Writes a backup with mode 600 under another name, and gives it its name when it is complete and on disk. Throws a
 * StartError when the file exists; an error or an abort leaves no file.
 */
export async function writeBackupFile(
  path: string,
  { header, frames, signal }: BackupContent,
): Promise<Pick<BackupFile, 'bytes' | 'digest'>> {
  const unfinished = `${path}.unfinished-${randomBytes(4).toString('hex')}`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    const written = await writeContent(file, { header, frames, signal })
    await file.sync()
    refuseExisting(path)
    await rename(unfinished, path)
    syncFolder(dirname(path))
    return written
  } catch (error) {
    throw nameFile(error, path)
  } finally {
    await file.close()
    await rm(unfinished, { force: true })
  }
}

/** Adds the path to the error of a write, which the system does not name. */
function nameFile(error: unknown, path: string): unknown {
  return error instanceof Error && 'code' in error && !('path' in error) ? Object.assign(error, { path }) : error
}

/** Throws a StartError when a file has this name. */
export function refuseExisting(path: string): void {
  if (existsSync(path)) throw new StartError(`${path} exists. A backup overwrites no file; choose another name.`)
}

async function writeContent(file: FileHandle, { header, frames, signal }: BackupContent) {
  const hash = createHash('sha256')
  let bytes = TRAILER_BYTES
  const write = async (chunk: Buffer) => {
    hash.update(chunk)
    bytes += chunk.length
    await file.appendFile(chunk)
  }
  await write(Buffer.from(`${JSON.stringify(headerSchema.parse(header))}\n`))
  await pipeline(
    frames,
    createZstdCompress(LEVEL),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const chunk of compressed) await write(chunk)
    },
    { signal },
  )
  const digest = hash.digest('hex')
  await file.appendFile(buildTrailer(digest))
  return { bytes, digest }
}

/**
 * Reads the whole file and compares its SHA-256 with the one at its end. Throws a StartError when the file is no
 * backup, was cut or altered anywhere, or has a newer format or an older one.
 */
export async function verifyBackupFile(path: string): Promise<BackupFile> {
  const file = await openForReading(path)
  try {
    const { size } = await file.stat()
    const beginning = await readAt(file, 0, BEGINNING.length)
    if (beginning !== BEGINNING) throw new StartError(`${path} is not a backup of Tandem.`)
    const digest = await hashUntil(path, size - TRAILER_BYTES)
    if ((await readAt(file, size - TRAILER_BYTES, TRAILER_BYTES)) !== buildTrailer(digest)) throw describeDamage(path)
    return { path, digest, bytes: size, ...(await readHeader(path)) }
  } finally {
    await file.close()
  }
}

/**
 * Reads the frames of a verified backup. Throws a StartError when the file has changed since; the caller must discard
 * what it has done with the frames before.
 */
export async function* readFrames(backup: BackupFile): AsyncGenerator<Frame> {
  const hash = createHash('sha256')
  // The error of any part ends the loop below.
  const body = connect(readBody(backup, hash), createZstdDecompress(), () => {})
  try {
    yield* decodeFrames(body)
  } catch (error) {
    throw new StartError(`${describeDamage(backup.path).message} It changed while it was read.`, { cause: error })
  }
  if (hash.digest('hex') !== backup.digest) throw describeDamage(backup.path)
}

async function* readBody({ path, bytes, headerBytes }: BackupFile, hash: Hash): AsyncGenerator<Buffer> {
  let skipped = headerBytes
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { end: bytes - TRAILER_BYTES - 1 })
  for await (const chunk of chunks) {
    hash.update(chunk)
    if (skipped < chunk.length) yield chunk.subarray(skipped)
    skipped = Math.max(0, skipped - chunk.length)
  }
}

async function openForReading(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw isMissing ? new StartError(`There is no file ${path}.`, { cause: error }) : error
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<string> {
  if (position < 0) return ''
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.toString('latin1', 0, bytesRead)
}

async function hashUntil(path: string, until: number): Promise<string> {
  const hash = createHash('sha256')
  if (until > 0) for await (const chunk of createReadStream(path, { end: until - 1 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function readHeader(path: string): Promise<Pick<BackupFile, 'header' | 'headerBytes'>> {
  const line = await readFirstLine(path)
  const { version } = JSON.parse(line.toString()) as { version: number }
  if (version > FORMAT_VERSION) {
    throw new StartError(`${path} was made by a newer version of the program (format ${version}). Use that version.`)
  }
  if (version < FORMAT_VERSION) throw describeEarlierSchema(path)
  return { header: headerSchema.parse(JSON.parse(line.toString())), headerBytes: line.length + 1 }
}

/** Reads the bytes before the first line end. */
async function readFirstLine(path: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  const read: AsyncIterable<Buffer> = createReadStream(path, { end: MAX_HEADER_BYTES })
  for await (const chunk of read) {
    const end = chunk.indexOf('\n')
    chunks.push(end === -1 ? chunk : chunk.subarray(0, end))
    if (end !== -1) break
  }
  return Buffer.concat(chunks)
}

function buildTrailer(digest: string): string {
  return `\nsha256 ${digest}\n`
}

function describeDamage(path: string): StartError {
  return new StartError(`${basename(path)} is damaged: it was cut or altered. Nothing is restored from it.`)
}
