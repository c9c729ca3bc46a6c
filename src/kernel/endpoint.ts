import type { z } from 'zod'

/** Who may call: anybody, anybody signed in, or one role. */
export type Access = 'public' | 'signed-in' | 'publisher' | 'advertiser' | 'operator'

/** How the body travels. `none` for GET; `form` accepts urlencoded and multipart alike. */
export type Encoding = 'none' | 'json' | 'form'

/**
 * One call of the wire, written once: route, access check, parsing, reply shape, OpenAPI and the browser's typed `call`
 * come from it.
 */
export interface Endpoint {
  method: 'GET' | 'POST'
  /** Fastify notation: `/api/v1/account/publishers/:publisher_id`. */
  path: string
  access: Access
  encoding: Encoding
  /** One line for the API documentation. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The JSON reply; absent when the answer is a file. */
  reply?: z.ZodType
}

/** Declares an endpoint; the declaration is a plain object that browser and server share. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Before<S> = S extends z.ZodType ? z.input<S> : undefined
type After<S> = S extends z.ZodType ? z.output<S> : undefined

type Parts<E extends Endpoint> = Pick<E, Extract<keyof E, 'params' | 'query' | 'body'>>

/** What a caller passes: the declared ones of `params`, `query` and `body`, before parsing. */
export type InputOf<E extends Endpoint> = { [K in keyof Parts<E>]: Before<Parts<E>[K]> }

/** What a handler receives: the declared parts after parsing. */
export type ParsedInputOf<E extends Endpoint> = { [K in keyof Parts<E>]: After<Parts<E>[K]> }

/** What the call answers, as it stands on the wire. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : undefined

/** Calls an endpoint: in process on the server, by `fetch` in the browser. Throws `CallRefusal` when refused. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  ...input: keyof Parts<E> extends never ? [] : [input: InputOf<E>]
) => Promise<ReplyOf<E>>

/** The flag that every successful answer of the specified calls carries: `{ ...SUCCESS, data }`. */
export const SUCCESS = { success: true } as const
