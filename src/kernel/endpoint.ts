import type { z } from 'zod'
import { getTeamAct } from './access.ts'
import type { Access } from './access.ts'

/**
 * The encoding of the body. `none` for GET; `form` accepts urlencoded and multipart; `file` is multipart with one file
 * of at most `maxFileBytes`, which the handler reads as a stream.
 */
export type Encoding = 'none' | 'json' | 'form' | 'file'

/** The largest file that the server reads line by line, in bytes. */
export const MAX_LINE_FILE_BYTES = 32 * 1024 * 1024

/**
 * The contract of an API call. The route, the access check, the parsing, the reply, the OpenAPI description and the
 * typed `Call` derive from it.
 */
export interface Endpoint {
  method: 'GET' | 'POST'
  /** Fastify notation: `/api/v1/account/publishers/:publisher_id`. */
  path: string
  /** Whether the tracking address serves the call. */
  isTracking?: true
  access: Access
  encoding: Encoding
  /** The size limit of the file, in bytes, for the encoding `file`. */
  maxFileBytes?: number
  /** Whether the call needs a password that was verified in this session within `PASSWORD_VERIFIED_MS`. */
  needsPassword?: boolean
  /** One line for the API documentation. */
  summary: string
  /** The name of the call in the API documentation, if it has texts in `texts/{locale}/api.json`. */
  operationId?: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The JSON reply; absent when the reply is a file. */
  reply?: z.ZodType
  /** The status of a successful reply; 200 by default. */
  replyStatus?: 302
  /** Statuses of refusals that are peculiar to this endpoint, such as 410 for a used link. */
  refusals?: readonly number[]
  /** The JSON replies by status, of a call whose refusals are no problem documents. They replace all others. */
  repliesByStatus?: Readonly<Record<number, z.ZodType>>
  /** The media types of the files that the endpoint can reply instead of JSON. */
  files?: readonly string[]
  /** The query parameter whose value selects this endpoint among several with the same method and path. */
  selector?: { name: string; value: string }
  /**
   * Whether `announcePageChange` announces every change of the data that it replies to visitors, so that pages may keep
   * them.
   */
  isAnnounced?: true
  /** The API key may stand in the query parameter `key`, which is deprecated. */
  acceptsKeyInQuery?: true
}

/** A verified password counts this long for the calls that need one. */
export const PASSWORD_VERIFIED_MS = 300_000

/** Declares an endpoint; the declaration is a plain object that browser and server share. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

/** Whether an endpoint replies with a file of the advertiser for which the account acts. */
export function isFileOfAdvertiser({ method, access, reply, files }: Endpoint): boolean {
  return method === 'GET' && getTeamAct(access) !== undefined && (reply === undefined || files !== undefined)
}

type Before<S> = S extends z.ZodType ? z.input<S> : undefined
type After<S> = S extends z.ZodType ? z.output<S> : undefined

type Parts<E extends Endpoint> = Pick<E, Extract<keyof E, 'params' | 'query' | 'body'>>

/** The input of a call: the declared parts of `params`, `query` and `body`, before parsing. */
export type InputOf<E extends Endpoint> = { [K in keyof Parts<E>]: Before<Parts<E>[K]> }

/** The input of a handler: the declared parts after parsing. */
export type ParsedInputOf<E extends Endpoint> = { [K in keyof Parts<E>]: After<Parts<E>[K]> }

/** The reply of a call. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : undefined

/** Calls an endpoint: in process on the server, by `fetch` in the browser. Throws `CallRefusal` when refused. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  ...input: keyof Parts<E> extends never ? [] : [input: InputOf<E>]
) => Promise<ReplyOf<E>>

/** The flag in every successful reply of the specified calls: `{ ...SUCCESS, data }`. */
export const SUCCESS = { success: true } as const
