import { useMemo } from 'react'
import type { Call } from '#kernel/endpoint.ts'
import { browserCall } from './call.ts'
import { useCsrfToken } from './session.tsx'

/**
 * Returns the `Call` of a page. It reads for the brand of the page, which its token names: the server refuses a page of
 * another brand than the account acts for now.
 */
export function useBrowserCall(): Call {
  const csrfToken = useCsrfToken()
  return useMemo(() => browserCall(csrfToken), [csrfToken])
}
