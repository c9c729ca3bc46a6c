import type { ColumnChoice } from './columns.ts'
import type { CodedError } from './error-codes.ts'

/** The reason of a refusal: a code with its parameters. The sentence is chosen where the response is written. */
export type RefusalDetails = CodedError & {
  /** HTTP status, 400 to 599. */
  status: number
  /** The `code` in the response, if it differs from the code of the sentence: `invalid_input`. */
  wireCode?: string
  /** The invalid input field, by its name on the wire. */
  field?: string
  /** The errors of further fields, for forms. The wire names the first field only. */
  otherFields?: readonly { field: string; error: CodedError }[]
  /** The columns that a person can choose so that the file is read. */
  choice?: ColumnChoice
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** How to authenticate; sent as `WWW-Authenticate`. */
  challenge?: string
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

/** A refusal for the caller of an endpoint, with the sentence in the caller's language. */
export interface CallRefusalDetails {
  /** The code in the response. */
  code: string
  status: number
  message: string
  field?: string
  /** The columns that a person can choose so that the file is read. */
  choice?: ColumnChoice
  /** In process only: the sentence of each invalid field, when there are several. */
  errors?: Record<string, string>
}

/** The error that a `Call` throws for a refusal, in process and in the browser. */
export class CallRefusal extends Error {
  readonly details: CallRefusalDetails

  constructor(details: CallRefusalDetails) {
    super(details.message)
    this.name = 'CallRefusal'
    this.details = details
  }
}

/**
 * Refuses access to a thing that does not exist or that belongs to another account. Both cases look the same to the
 * client.
 */
export function notFound(): Refusal {
  return new Refusal({ code: 'not_found', status: 404 })
}

/** Refuses one input field with status 422. */
export function invalidField(field: string, error: CodedError, wireCode = 'invalid'): Refusal {
  return new Refusal({ ...error, status: 422, wireCode, field })
}
