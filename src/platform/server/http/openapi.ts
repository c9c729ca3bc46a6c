import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { Endpoint } from '#kernel/endpoint.ts'
import { CSRF_FIELD } from './csrf.ts'

/** The texts of the documented calls in one language: `texts/{locale}/api-calls.json`. */
export interface ApiTexts {
  /** Title and text by `operationId`; `fields` says what a name means in this call only. */
  operations: Record<string, { title: string; text: string; fields?: Record<string, string> }>
  /** What parameters and fields mean, by their name on the wire. */
  fields: Record<string, string>
}

interface Described {
  publicUrl: string
  /** The tracking address without a trailing slash, for the calls with `isTracking`. */
  trackingOrigin: string
  texts: ApiTexts
}

/** Builds the OpenAPI 3.1 description of endpoints from their contracts. */
export function describeApi(endpoints: readonly Endpoint[], { publicUrl, trackingOrigin, texts }: Described) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = describePath(endpoint)
    const servers = endpoint.isTracking ? { servers: [{ url: trackingOrigin }] } : {}
    const operation = { ...describeOperation(endpoint, texts), ...servers }
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tandem', version: '1' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: texts.fields['Authorization'] },
        session: { type: 'apiKey', in: 'cookie', name: 'tandem_session' },
      },
    },
  }
}

/** Writes a path with `{name}`. A fragment tells the operations of one path apart; a client does not send it. */
function describePath({ path, selector }: Endpoint): string {
  const address = path.replace(/:(\w+)/g, '{$1}')
  return selector ? `${address}#${selector.name}=${selector.value}` : address
}

function describeOperation(endpoint: Endpoint, { operations, fields: allFields }: ApiTexts) {
  const { operationId, access } = endpoint
  const { title, text, fields: ownFields } = operations[operationId ?? ''] ?? { title: endpoint.summary }
  const fields = { ...allFields, ...ownFields }
  return {
    ...(operationId === undefined ? {} : { operationId, description: text }),
    summary: title,
    tags: [access.startsWith('key:') ? 'key' : access],
    ...describeSecurity(endpoint),
    parameters: [
      ...describeParameters(endpoint.params, 'path', fields),
      ...describeParameters(endpoint.query, 'query', fields),
      ...(endpoint.acceptsKeyInQuery ? [describeKeyParameter(fields)] : []),
    ],
    ...(endpoint.encoding === 'none' ? {} : { requestBody: describeBody(endpoint, fields) }),
    responses: describeResponses(endpoint, fields),
  }
}

function describeSecurity({ access }: Endpoint) {
  if (access === 'public') return {}
  return { security: [access.startsWith('key:') ? { apiKey: [access.slice('key:'.length)] } : { session: [] }] }
}

type FieldTexts = ApiTexts['fields']

function describeKeyParameter(fields: FieldTexts) {
  return { name: 'key', in: 'query', required: false, deprecated: true, ...describe(fields, 'key'), schema: STRING }
}

const STRING = { type: 'string' }

function describeParameters(schema: z.ZodType | undefined, place: 'path' | 'query', fields: FieldTexts) {
  if (!schema) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...describe(fields, name),
    schema: property,
  }))
}

/** A JSON call takes an object even when it reads nothing of it; a form is taken in two encodings. */
function describeBody(endpoint: Endpoint, fields: FieldTexts) {
  const { encoding, body } = endpoint
  if (encoding === 'file') return FILE_BODY
  const schema = body ? annotate(toSchema(body, 'input'), fields) : { type: 'object' }
  if (encoding === 'json') return { required: true, content: { 'application/json': { schema } } }
  const form = { schema: addCsrfToken(schema as JsonSchema) }
  return {
    required: true,
    content: { 'application/x-www-form-urlencoded': form, 'multipart/form-data': form },
  }
}

/** A browser sends the token of its page in this field, or in the header `X-CSRFToken`. */
function addCsrfToken(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...schema.properties, [CSRF_FIELD]: STRING } } as JsonSchema
}

const FILE_BODY = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
}

function describeResponses(endpoint: Endpoint, fields: FieldTexts) {
  const { reply, files = [], replyStatus = 200, repliesByStatus } = endpoint
  if (repliesByStatus) return mapReplies(repliesByStatus, fields)
  const json = reply ? { 'application/json': { schema: annotate(toSchema(reply, 'output'), fields) } } : {}
  const others = Object.fromEntries(files.map((type) => [type, { schema: STRING }]))
  return {
    [replyStatus]: {
      description: replyStatus === 302 ? 'A redirect' : reply ? 'Done' : 'A file',
      ...(reply || files.length > 0 ? { content: { ...json, ...others } } : {}),
    },
    ...Object.fromEntries(listRefusals(endpoint).map((status) => [status, describeRefusal(status)])),
  }
}

function mapReplies(replies: NonNullable<Endpoint['repliesByStatus']>, fields: FieldTexts) {
  return Object.fromEntries(
    Object.entries(replies).map(([status, reply]) => {
      const schema = annotate(toSchema(reply, 'output'), fields)
      return [status, { description: STATUS_CODES[status], content: { 'application/json': { schema } } }]
    }),
  )
}

function describeRefusal(status: number) {
  return {
    description: `${STATUS_CODES[status]}: a problem document (RFC 9457)`,
    content: { 'application/problem+json': { schema: PROBLEM } },
  }
}

/**
 * Lists the statuses of the refusals that an operation can answer: those that the way to its handler gives rise to, and
 * those of its contract.
 */
function listRefusals({ method, access, encoding, params, query, body, refusals = [] }: Endpoint): number[] {
  const isPublic = access === 'public'
  return [
    400,
    ...(isPublic ? [] : [401]),
    ...(isPublic && method === 'GET' ? [] : [403]),
    404,
    ...(method === 'GET' ? [] : [409, 413, 415]),
    ...(params ? [414] : []),
    ...refusals,
    ...(params || query || body || encoding === 'file' ? [422] : []),
    429,
    503,
  ]
}

const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'success', 'message'],
  properties: {
    type: STRING,
    title: STRING,
    status: { type: 'integer' },
    detail: STRING,
    code: STRING,
    field: STRING,
    success: { const: false },
    message: STRING,
  },
}

type JsonSchema = ReturnType<typeof toSchema>

function toSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** Adds the texts to the properties of a schema, at every depth. */
function annotate(schema: JsonSchema, fields: FieldTexts): JsonSchema {
  const { properties, items } = schema
  const inside = (one: unknown) => (typeof one === 'object' && one !== null ? annotate(one as JsonSchema, fields) : one)
  return {
    ...schema,
    ...(properties ? { properties: mapProperties(properties, fields, inside) } : {}),
    ...(items ? { items: inside(items) } : {}),
  } as JsonSchema
}

type Properties = NonNullable<JsonSchema['properties']>

function mapProperties(properties: Properties, fields: FieldTexts, inside: (one: unknown) => unknown) {
  const entries = Object.entries(properties)
  return Object.fromEntries(
    entries.map(([name, property]) => [name, { ...(inside(property) as object), ...describe(fields, name) }]),
  )
}

function describe(fields: FieldTexts, name: string): { description?: string } {
  const description = Object.hasOwn(fields, name) ? fields[name] : undefined
  return description === undefined ? {} : { description }
}
