/**
 * What a caller is told when an expected outcome is "no": a stable code, an HTTP status and a sentence that says what
 * to do.
 */
export interface RefusalDetails {
  /** Stable, dotted, from the domain's contract: `login.incorrect`. */
  code: string
  /** HTTP status, 400 to 599. */
  status: number
  /** A sentence for the person. */
  message: string
  /** The input field that is at fault, by its wire name. */
  field?: string
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number
}

/** An expected refusal. Anything else that is thrown is a bug and becomes a 500 without details. */
export class Refusal extends Error {
  readonly details: RefusalDetails

  constructor(details: RefusalDetails) {
    super(details.message)
    this.name = 'Refusal'
    this.details = details
  }
}

/**
 * The one answer for what does not exist and for what belongs to somebody else, so that the two cannot be told apart.
 */
export function notFound(): Refusal {
  return new Refusal({ code: 'not_found', status: 404, message: 'There is nothing here under this address.' })
}

/** Refuses one field of the input with status 422. */
export function invalidField(field: string, message: string, code = 'invalid'): Refusal {
  return new Refusal({ code, status: 422, message, field })
}
