import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { useNeighbours } from './drawer-rows.tsx'
import type { Neighbours } from './drawer-rows.tsx'

/**
 * Calls `goOn` once for each new answer of the action, after the list was read again, with a function that opens the
 * row after the present one; at the end the one before it, and then the list. The present row may have left the list.
 */
export function useAfterAnswer<Answer>(
  listPath: string,
  answer: Answer | undefined,
  goOn: (answer: Answer, openNext: () => void) => void,
): void {
  const { search, state } = useLocation()
  const beside = useLastNeighbours(listPath)
  const navigate = useNavigate()
  // The list is read again after a decision, and must not be interrupted.
  const isIdle = useNavigation().state === 'idle'
  const handled = useRef<Answer>(undefined)
  const handle = useEffectEvent(() => {
    if (answer === undefined || answer === handled.current) return
    handled.current = answer
    goOn(answer, () => {
      const { next, previous } = beside.current
      const to = next ?? previous ?? `${listPath}${search}`
      void navigate(to, { replace: true, preventScrollReset: true, state: state as unknown })
    })
  })
  useEffect(() => {
    if (isIdle) handle()
  }, [isIdle])
}

/** Keeps what lay beside the row while the list showed it, because a decided row leaves the list. */
function useLastNeighbours(listPath: string) {
  const { pathname } = useLocation()
  const present = useNeighbours(listPath)
  const last = useRef<Neighbours & { pathname: string }>({ pathname, ...present })
  useEffect(() => {
    const isKnown = present.next !== undefined || present.previous !== undefined
    if (isKnown || last.current.pathname !== pathname) last.current = { pathname, ...present }
  })
  return last
}
