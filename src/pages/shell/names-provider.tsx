import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { FindNamesContext } from '#platform/web/find-names.ts'
import type { FindNames } from '#platform/web/find-names.ts'
import { useCsrfToken } from '#platform/web/session.tsx'

/** Lets the fields of the console search names. The code is loaded with the first search. */
export function NamesProvider({ children }: { children: ReactNode }) {
  const token = useCsrfToken()
  const find = useCallback<FindNames>(
    async (asked) => (await import('./find-names.ts')).findNames(token, asked),
    [token],
  )
  return <FindNamesContext value={find}>{children}</FindNamesContext>
}
