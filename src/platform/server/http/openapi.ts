import { z } from 'zod'
import type { Endpoint } from '#kernel/endpoint.ts'
import type { Route } from './route.ts'

/** Builds the OpenAPI 3.1 description of the given routes from their contracts. */
export function describeApi(routes: readonly Route[], publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { endpoint } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tandem', version: '1' },
    servers: [{ url: publicUrl }],
    paths,
  }
}

function describeOperation(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    tags: [endpoint.access],
    parameters: [...describeParameters(endpoint.params, 'path'), ...describeParameters(endpoint.query, 'query')],
    ...(endpoint.body ? { requestBody: describeBody(endpoint) } : {}),
    responses: {
      200: endpoint.reply
        ? { description: 'Done', content: { 'application/json': { schema: toSchema(endpoint.reply, 'output') } } }
        : { description: 'A file' },
      default: {
        description: 'Refused: a problem document (RFC 9457)',
        content: { 'application/problem+json': { schema: { type: 'object' } } },
      },
    },
  }
}

function describeParameters(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function describeBody(endpoint: Endpoint) {
  const type = endpoint.encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  return { required: true, content: { [type]: { schema: endpoint.body ? toSchema(endpoint.body, 'input') : {} } } }
}

function toSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
