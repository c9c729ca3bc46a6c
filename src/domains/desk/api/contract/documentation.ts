import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'

/** A JSON schema, as far as the documentation reads it. */
export interface JsonSchema {
  type?: string | undefined
  format?: string | undefined
  pattern?: string | undefined
  enum?: (string | number)[] | undefined
  const?: string | number | undefined
  default?: string | number | boolean | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  description?: string | undefined
  items?: JsonSchema | undefined
  anyOf?: JsonSchema[] | undefined
  properties?: Record<string, JsonSchema> | undefined
  required?: string[] | undefined
}

const Schema = z.custom<JsonSchema>()

const Content = z.record(z.string(), z.looseObject({ schema: Schema.optional() }))

/** An operation of the OpenAPI document, as far as the documentation reads it. */
export const Operation = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string(),
  description: z.string().optional(),
  servers: z.array(z.object({ url: z.string() })).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(
    z.looseObject({
      name: z.string(),
      in: z.string(),
      required: z.boolean(),
      deprecated: z.boolean().optional(),
      description: z.string().optional(),
      schema: Schema,
    }),
  ),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })),
})

/** @see Operation */
export type Operation = z.infer<typeof Operation>

/** Describes all calls as OpenAPI 3.1, in the reader's language. */
export const describeApiCall = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  encoding: 'none',
  summary: 'This description',
  reply: z.looseObject({
    openapi: z.string(),
    servers: z.array(z.looseObject({ url: z.string() })),
    paths: z.record(z.string(), z.record(z.string(), Operation)),
  }),
})

/** Describes the redirect, which is handled before the router (specification 2, "API documentation"). */
export const followLinkCall = endpoint({
  method: 'GET',
  path: '/r',
  isTracking: true,
  access: 'public',
  encoding: 'none',
  operationId: 'followLink',
  summary: 'Follow a tracking link',
  query: z.object({ key: z.string(), url: z.string(), id: z.string().max(64).optional() }),
  replyStatus: 302,
})
