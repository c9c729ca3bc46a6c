import { Refusal } from '#kernel/errors.ts'
import type { UploadedFile } from './route.ts'

/** Reads an uploaded file into memory. Refuses one of more than `maxBytes` with 413. */
export async function readUpload(file: UploadedFile, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of file.read()) {
    size += part.length
    if (size > maxBytes) throw new Refusal({ code: 'request.too_large', status: 413 })
    parts.push(part)
  }
  return Buffer.concat(parts)
}
