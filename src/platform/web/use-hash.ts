import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const subscribe = () => () => {}

/** False on the server and during hydration, so that both render the same; true once a script runs the page. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

/**
 * Returns the hash of the address without `#`. It is empty on the server and until hydration, because browsers do not
 * send it. Without a hash, hydration renders nothing again: that would drop the parts of a page whose scripts are
 * late.
 */
export function useHash(): string {
  const { hash } = useLocation()
  return useSyncExternalStore(
    subscribe,
    () => hash.slice(1),
    () => '',
  )
}
