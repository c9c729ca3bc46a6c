import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const subscribe = () => () => {}

/**
 * Returns the hash of the address without `#`. It is empty on the server and until hydration, because browsers do not
 * send it.
 */
export function useHash(): string {
  const { hash } = useLocation()
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
  return isHydrated ? hash.slice(1) : ''
}
