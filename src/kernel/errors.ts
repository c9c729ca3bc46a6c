import type { CodedError } from './error-codes.ts'

/** Why an expected outcome is "no": a code with its parameters. The sentence is chosen where the answer is written. */
export type RefusalDetails = CodedError & {
  /** HTTP status, 400 to 599. */
  status: number
  /** The `code` of the answer where several sentences share one: `invalid_input`. Absent, it is the code itself. */
  wireCode?: string
  /** The input field that is at fault, by its wire name. */
  field?: string
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number
}

/** An expected refusal. Anything else that is thrown is a bug and becomes a 500 without details. */
export class Refusal extends Error {
  readonly details: RefusalDetails

  constructor(details: RefusalDetails) {
    super(details.code)
    this.name = 'Refusal'
    this.details = details
  }
}

/** A refusal as the caller of an endpoint gets it: with the sentence in the caller's language. */
export interface CallRefusalDetails {
  /** As it stands in the answer. */
  code: string
  status: number
  message: string
  field?: string
}

/** What a `Call` throws when the answer is no, in process and in the browser alike. */
export class CallRefusal extends Error {
  readonly details: CallRefusalDetails

  constructor(details: CallRefusalDetails) {
    super(details.message)
    this.name = 'CallRefusal'
    this.details = details
  }
}

/**
 * The one answer for what does not exist and for what belongs to somebody else, so that the two cannot be told apart.
 */
export function notFound(): Refusal {
  return new Refusal({ code: 'not_found', status: 404 })
}

/** Refuses one field of the input with status 422. */
export function invalidField(field: string, error: CodedError, wireCode = 'invalid'): Refusal {
  return new Refusal({ ...error, status: 422, wireCode, field })
}
