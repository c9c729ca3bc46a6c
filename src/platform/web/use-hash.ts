import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const subscribe = () => () => {}

/** The part of the address after `#`, without it. Servers never see it, so it is empty until the page runs. */
export function useHash(): string {
  const { hash } = useLocation()
  const isRunning = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
  return isRunning ? hash.slice(1) : ''
}
