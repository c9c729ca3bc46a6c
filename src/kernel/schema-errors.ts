import { z } from 'zod'
import { coded } from './error-codes.ts'
import type { CodedError } from './error-codes.ts'

/** An error in one part of an input; `path` locates the part. */
export type SchemaError = CodedError & {
  path: PropertyKey[]
  /**
   * Whether the response has the code of the rule: one of the specification, or one that the rule marks. All other
   * errors have the code `invalid_input`.
   */
  hasOwnCode: boolean
}

/** Parses a value and returns it, or all its errors as codes, also for the built-in rules of zod. */
export function checkSchema<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { data: z.output<S>; errors?: undefined } | { data?: undefined; errors: readonly [SchemaError, ...SchemaError[]] } {
  const result = schema.safeParse(value, { error: describeIssue })
  if (result.success) return { data: result.data }
  const [first, ...others] = result.error.issues.map(readIssue)
  return { errors: [first ?? { code: 'input.invalid', path: [], hasOwnCode: false }, ...others] }
}

function readIssue(issue: z.core.$ZodIssue): SchemaError {
  const error = JSON.parse(issue.message) as CodedError
  const isMarked = issue.code === 'custom' && issue.params?.hasOwnCode === true
  return { ...error, path: issue.path, hasOwnCode: isMarked || SPECIFIED.test(error.code) }
}

/** The codes of specification 2, such as `account.51`. */
const SPECIFIED = /^(account|signup)\.\d+$/

/** Returns the code of an issue whose rule has no message. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const { code } = issue
  if (code === 'invalid_type') {
    return issue.input === undefined ? coded('input.missing') : coded('input.type', { expected: issue.expected })
  }
  if (code === 'invalid_value') return describeOptions(issue.values)
  if (code === 'too_big') {
    return coded('input.too_big', describeLimit(issue.origin, issue.inclusive ? '<=' : '<', issue.maximum))
  }
  if (code === 'too_small') return describeMinimum(issue)
  if (code === 'invalid_format') return describeFormat(issue)
  if (code === 'unrecognized_keys') {
    const count = issue.keys.length > 1 ? 'several' : 'one'
    return coded('input.unknown_keys', { count, keys: z.core.util.joinValues(issue.keys, ', ') })
  }
  return coded('input.invalid')
}

interface TooSmall {
  origin: string
  inclusive?: boolean | undefined
  minimum: number | bigint
}

/** A text or list that must not be empty is missing. */
function describeMinimum({ origin, inclusive, minimum }: TooSmall): string {
  const limit = describeLimit(origin, inclusive ? '>=' : '>', minimum)
  return limit.unit !== 'none' && minimum === 1 ? coded('input.missing') : coded('input.too_small', limit)
}

function describeOptions(values: readonly z.core.util.Primitive[]): string {
  const [first, ...others] = values
  if (others.length === 0) return coded('input.value', { expected: z.core.util.stringifyPrimitive(first) })
  return coded('input.option', { options: values.map(String).join(', ') })
}

const UNITS: Record<string, string> = { string: 'characters', array: 'items', set: 'items', map: 'entries' }

/** The bound of a number with its sign, or how long a text or list may be. */
function describeLimit(origin: string, sign: string, limit: number | bigint) {
  const unit = UNITS[origin] ?? 'none'
  return { unit, limit: unit === 'none' ? `${sign} ${limit}` : String(limit) }
}

const FORMATS: Record<string, string> = {
  email: 'email address',
  url: 'URL',
  uuid: 'ID',
  datetime: 'ISO datetime',
  date: 'ISO date',
}

function describeFormat({ format }: { format: string }): string {
  return format === 'regex' ? coded('input.pattern') : coded('input.format', { format: FORMATS[format] ?? format })
}
