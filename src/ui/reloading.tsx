import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'

interface ReloadingProps {
  /** Search parameters that do not change these figures. */
  foreignParams?: readonly string[]
  children: ReactNode
}

/** Figures that follow the search of the page. They fade while others load (`console.css`). */
export function Reloading({ foreignParams, children }: ReloadingProps) {
  return <div aria-busy={useIsReloading(foreignParams) || undefined}>{children}</div>
}

/** Tells whether the same page loads with another search. Changes of the `foreign` parameters do not count. */
export function useIsReloading(foreign: readonly string[] = []): boolean {
  const { pathname, search } = useLocation()
  const { state, location } = useNavigation()
  if (state !== 'loading' || location.pathname !== pathname) return false
  return leaveOut(foreign, location.search) !== leaveOut(foreign, search)
}

function leaveOut(names: readonly string[], search: string): string {
  const left = new URLSearchParams(search)
  for (const name of names) left.delete(name)
  return left.toString()
}
