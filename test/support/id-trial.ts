import type { Caller } from './access-network.ts'
import type { TestRequest } from './test-server.ts'

/** A call that names a thing of its caller. */
export interface IdTrial {
  /** Method, path and selector, as `getName` writes them. */
  call: string
  /** The parameter or field that names the thing. */
  name: string
  /** The id of the thing. */
  id: string
  /** An id of the same form that names nothing. */
  unknown: string
  /** Callers that may send the call and do not own the thing. */
  strangers: readonly Caller[]
  /** The owner of the thing; absent where the owner's call would change nothing that a test can see. */
  owner?: Caller
  /** The rest of the request of a caller; `params` are the other parameters of the path. */
  request?: (id: string, caller: Caller) => TestRequest & { params?: Record<string, string> }
}

/** A site key, and a number, of nothing. */
export const UNKNOWN_KEY = 'a'.repeat(16)
export const UNKNOWN_NUMBER = '999999'
