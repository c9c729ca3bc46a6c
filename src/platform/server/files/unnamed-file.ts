import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How many bytes of a file are read at once. */
const PART_BYTES = 65_536

/** Opens a new file and removes its name, so that the system frees its space as soon as it is closed. */
export async function openUnnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `tandem-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/** Reads a file from its start, part by part. */
export async function* readFrom(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(PART_BYTES), position })
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}
