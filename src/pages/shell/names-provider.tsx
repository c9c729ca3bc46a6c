import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { findNamesCall } from '#domains/desk/search/contract.ts'
import { FindNamesContext } from '#platform/web/find-names.ts'
import type { FindNames } from '#platform/web/find-names.ts'
import { useBrowserCall } from '#platform/web/use-browser-call.ts'

/** Lets the fields of the console search names. */
export function NamesProvider({ children }: { children: ReactNode }) {
  const call = useBrowserCall()
  const find = useCallback<FindNames>(
    async ({ kind, text, recent, advertiserId }) => {
      const query = { q: text, recent: recent.join(','), advertiser_id: advertiserId }
      const { data } = await call(findNamesCall, { params: { kind }, query })
      return data.names
    },
    [call],
  )
  return <FindNamesContext value={find}>{children}</FindNamesContext>
}
