import { z } from 'zod'

/** What a part of a backup contains: rows of a table as COPY writes them, or lines of a list outside the database. */
export const sectionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('list'), name: z.string() }),
])

/** The name of a section, and of a table its columns in the order of COPY. */
export type Section = z.infer<typeof sectionSchema>

/** The beginning of a section, or bytes of the section that began last. */
export type Frame = { section: Section } | { data: Buffer }

// A frame is its kind in one byte, the length of its content in four, and the content.
const KINDS = { end: 0, section: 1, data: 2 } as const
const HEAD_BYTES = 5
/** Compressing a few large frames costs less than many small ones. */
const DATA_BYTES = 262_144
/** No frame that this program writes is larger. */
const MAX_BYTES = 16 * DATA_BYTES

/** Writes a section: its name, then its content in frames of some 256 KB. */
export async function* encodeSection(
  section: Section,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield encodeFrame(KINDS.section, [Buffer.from(JSON.stringify(section))])
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    size += chunk.length
    if (size < DATA_BYTES) continue
    yield encodeFrame(KINDS.data, chunks)
    chunks = []
    size = 0
  }
  if (size > 0) yield encodeFrame(KINDS.data, chunks)
}

/** Writes the end, without which the frames are not complete. */
export function encodeEnd(): Buffer {
  return encodeFrame(KINDS.end, [])
}

/** Reads frames from bytes in pieces of any size. Throws when the end is missing or a frame is none of ours. */
export async function* decodeFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let bytes: Buffer = Buffer.alloc(0)
  let isEnded = false
  for await (const chunk of chunks) {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    let from = 0
    while (!isEnded && bytes.length - from >= HEAD_BYTES) {
      const kind = bytes.readUInt8(from)
      const length = bytes.readUInt32BE(from + 1)
      if (length > MAX_BYTES) throw new Error(`A frame of ${length} bytes`)
      if (bytes.length - from < HEAD_BYTES + length) break
      const content = bytes.subarray(from + HEAD_BYTES, from + HEAD_BYTES + length)
      from += HEAD_BYTES + length
      if (kind === KINDS.end) isEnded = true
      else yield decodeFrame(kind, content)
    }
    bytes = bytes.subarray(from)
  }
  if (!isEnded || bytes.length > 0) throw new Error('The frames do not end')
}

function encodeFrame(kind: number, chunks: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(kind)
  head.writeUInt32BE(
    chunks.reduce((sum, { length }) => sum + length, 0),
    1,
  )
  return Buffer.concat([head, ...chunks])
}

function decodeFrame(kind: number, content: Buffer): Frame {
  if (kind === KINDS.data) return { data: content }
  if (kind === KINDS.section) return { section: sectionSchema.parse(JSON.parse(content.toString())) }
  throw new Error(`A frame of the kind ${kind}`)
}
