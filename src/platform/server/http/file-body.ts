import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyHeaders, BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'
import { CSRF_FIELD } from './csrf.ts'
import { MAX_FORM_BYTES, MAX_NAME_BYTES, MAX_PARTS } from './form-body.ts'
import type { UploadedFile } from './route.ts'
import { openUnnamedFile, readFrom } from '../files/unnamed-file.ts'

/** Leaves multipart bodies of the routes in `scope` unread, so that `withUploadedFile` can stream them. */
export function leaveMultipartUnread(scope: FastifyInstance): void {
  scope.removeContentTypeParser('multipart/form-data')
  scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
}

interface UploadOptions {
  maxFileBytes: number
  /** Refuses a wrong CSRF token. It gets the fields before the file, and runs before a byte of the file is used. */
  checkToken(fields: Record<string, string>): void
}

/**
 * Receives the file of a multipart request and calls `use` with it. The file lies on the disk without a name: the
 * process does not grow with it, and a kill leaves nothing behind. Refuses with 413 a file above `maxFileBytes`, a body
 * that is longer by more than `MAX_FORM_BYTES`, more than 60 parts, and a name above 64 bytes; with 400 a form that is
 * malformed or has no file.
 */
export async function withUploadedFile<T>(
  request: FastifyRequest,
  options: UploadOptions,
  use: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const store = await openUnnamedFile()
  try {
    await receiveFile(request, store, options)
    return await use({ read: () => readFrom(store) })
  } finally {
    await store.close()
  }
}

async function receiveFile(request: FastifyRequest, store: FileHandle, options: UploadOptions): Promise<void> {
  const maxBytes = options.maxFileBytes + MAX_FORM_BYTES
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const form = openForm(request, options)
  const files: Promise<void>[] = []
  watchForm(form, options, (file) => {
    const stored = store.writeFile(file)
    stored.catch((error: Error) => form.destroy(error))
    files.push(stored)
  })
  try {
    await pipeline(limitBytes(request.raw, maxBytes), form)
    await Promise.all(files)
  } catch (error) {
    // Errors of the disk name their system call; all others say that the form is malformed or cut off.
    throw error instanceof Refusal || (error as NodeJS.ErrnoException).syscall === 'write' ? error : broken()
  }
  if (files.length === 0) throw broken()
}

function openForm({ headers }: FastifyRequest, { maxFileBytes }: UploadOptions): BusboyInstance {
  const limits = { files: 1, parts: MAX_PARTS, fieldSize: MAX_NAME_BYTES, fileSize: maxFileBytes }
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits })
  } catch {
    throw broken()
  }
}

/** Checks the parts of a form while they arrive, and calls `take` with the file. An error ends the form. */
function watchForm(form: BusboyInstance, options: UploadOptions, take: (file: BusboyFileStream) => void): void {
  const fields: Record<string, string> = {}
  const isBounded = (name: string) => Buffer.byteLength(name) <= MAX_NAME_BYTES
  for (const event of ['partsLimit', 'filesLimit']) form.on(event, () => form.destroy(tooManyFields()))
  form.on('field', (name, value) => {
    if (!isBounded(name)) form.destroy(tooManyFields())
    // Other fields are not kept, so that a form cannot fill the memory.
    if (name === CSRF_FIELD) fields[name] = value
  })
  form.on('file', (name, file) => {
    form.on('error', (error) => file.destroy(error as Error))
    file.on('limit', () => form.destroy(tooLarge()))
    // The stream of a form that ends early has an error that no reader waits for.
    file.on('error', () => undefined)
    try {
      if (!isBounded(name)) throw tooManyFields()
      options.checkToken(fields)
      take(file)
    } catch (error) {
      form.destroy(error as Error)
    }
  })
}

/** Reads a request up to `maxBytes`. Its connection stays open, so that a refusal can be answered. */
async function* limitBytes(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge()
    yield chunk
  }
}

function tooLarge(): Refusal {
  return new Refusal({ code: 'request.too_large', status: 413 })
}

function tooManyFields(): Refusal {
  return new Refusal({ code: 'request.fields', status: 413 })
}

function broken(): Refusal {
  return new Refusal({ code: 'request.form_broken', status: 400 })
}
