import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'

/** The largest body of a form, urlencoded or multipart. Fastify counts the bytes while they arrive. */
export const MAX_FORM_BYTES = 65_536
/** The most parts of a form. */
export const MAX_PARTS = 60
/** The longest name of a part. */
export const MAX_NAME_BYTES = 64

type Fields = Record<string, string | string[]>

/**
 * Adds the parsers of forms: the body becomes an object, and a repeated field becomes a list. Refuses with 413 a body
 * above `MAX_FORM_BYTES`, more than 60 parts, and a name above 64 bytes; with 400 a file and a form that is malformed.
 */
export function addFormParsers(server: FastifyInstance): void {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data']
  server.addContentTypeParser<Buffer>(types, { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES }, parseForm)
}

async function parseForm(request: FastifyRequest, body: Buffer): Promise<Fields> {
  const fields: Fields = {}
  for (const [name, value] of await readEntries(request, body)) {
    if (typeof value !== 'string') throw new Refusal({ code: 'request.file', status: 400 })
    const present = Object.hasOwn(fields, name) ? fields[name] : undefined
    const next = present === undefined ? value : [...[present].flat(), value]
    // `__proto__` becomes an ordinary field.
    Object.defineProperty(fields, name, { value: next, enumerable: true, writable: true, configurable: true })
  }
  return fields
}

async function readEntries(request: FastifyRequest, body: Buffer): Promise<[string, string | File][]> {
  const entries = await readFormData(request, body)
  const isBounded = entries.length <= MAX_PARTS && entries.every(([name]) => Buffer.byteLength(name) <= MAX_NAME_BYTES)
  if (!isBounded) throw new Refusal({ code: 'request.fields', status: 413 })
  return entries
}

async function readFormData(request: FastifyRequest, body: Buffer): Promise<[string, string | File][]> {
  const headers = { 'Content-Type': request.headers['content-type'] ?? '' }
  try {
    return [...(await new Response(new Uint8Array(body), { headers }).formData())]
  } catch {
    throw new Refusal({ code: 'request.form_broken', status: 400 })
  }
}
