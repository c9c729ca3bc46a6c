import type { IncomingMessage } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import type { PostbackChannel } from '../contract/vocabulary.ts'
import type { PostbackParameters } from '../rules/read-order.ts'

/**
 * The content of a postback request. `isReadable` is false if a part of it could not be decoded; `parameters` has the
 * rest.
 */
export interface PostbackRequest {
  channel: PostbackChannel
  parameters: PostbackParameters
  isReadable: boolean
}

const MAX_BODY_BYTES = 65_536

/** Reports a body larger than 64 KB, after which the connection cannot be reused. */
export class BodyTooLarge extends Error {}

/** Reports that the connection was closed before the body was complete, so no answer is due. */
export class ClientGone extends Error {}

/**
 * Reads query and body. The body's parameters take precedence. A name that is repeated with the same value counts once;
 * with several values it becomes a list, which `readOrder` rejects except for coupon codes.
 */
export async function readPostback(request: IncomingMessage, isPixel: boolean): Promise<PostbackRequest> {
  const target = request.url ?? ''
  const mark = target.indexOf('?')
  const query = readEncoded(mark === -1 ? '' : target.slice(mark + 1))
  if (isPixel) return { channel: 'pixel', ...query }
  if (request.method === 'GET') return { channel: 'query', ...query }
  const body = await readBody(request)
  if (body.length === 0) return { channel: 'query', ...query }
  const { channel, parameters, isReadable } = await readContent(body, request.headers['content-type'] ?? '')
  return { channel, parameters: { ...query.parameters, ...parameters }, isReadable: isReadable && query.isReadable }
}

type Content = PostbackRequest
type Encoded = Pick<PostbackRequest, 'parameters' | 'isReadable'>

async function readContent(body: Buffer, contentType: string): Promise<Content> {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json') return { channel: 'json', ...readJson(body.toString()) }
  // What `navigator.sendBeacon` sends of a text.
  if (type === 'text/plain') return { channel: 'json', ...readJson(body.toString()) }
  if (type === 'multipart/form-data') return { channel: 'form', ...(await readMultipart(body, contentType)) }
  if (type === 'application/x-www-form-urlencoded' || type === '') {
    return { channel: 'form', ...readEncoded(body.toString()) }
  }
  return { channel: 'form', ...unreadable }
}

const unreadable: Encoded = { parameters: {}, isReadable: false }

function readEncoded(text: string): Encoded {
  const isReadable = !/%(?![0-9a-fA-F]{2})/.test(text)
  const parameters = Object.entries(parseQuery(text)).map(([name, value]) => [name, toOne(value)])
  return { parameters: Object.fromEntries(parameters), isReadable }
}

// Numbers keep their spelling, so that an amount is never converted to a float.
function readJson(text: string): Encoded {
  try {
    const value: unknown = JSON.parse(text, keepSpelling)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unreadable
    return { parameters: { ...value }, isReadable: true }
  } catch {
    return unreadable
  }
}

function keepSpelling(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'number') return context?.source ?? String(value)
  return typeof value === 'boolean' ? String(value) : value
}

/** Makes one value of equal ones. */
function toOne(given: unknown): unknown {
  const [first, ...others] = Array.isArray(given) ? (given as unknown[]) : [given]
  return others.every((value) => value === first) ? first : given
}

// PHP's curl sends multipart when its fields are an array.
async function readMultipart(body: Buffer, contentType: string): Promise<Encoded> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData()
    const parameters: PostbackParameters = {}
    for (const name of new Set(form.keys())) {
      parameters[name] = toOne(form.getAll(name))
    }
    return { parameters, isReadable: true }
  } catch {
    return unreadable
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BODY_BYTES) throw new BodyTooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof BodyTooLarge ? error : new ClientGone('The client closed the connection', { cause: error })
  }
  return Buffer.concat(chunks)
}
