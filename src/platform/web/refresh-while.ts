import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const REFRESH_MS = 1000

/** Reads the data of the page again every second while something is under way. */
export function useRefreshWhile(isUnderWay: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isUnderWay || state !== 'idle') return undefined
    const timer = setTimeout(() => void revalidate(), REFRESH_MS)
    return () => clearTimeout(timer)
  }, [isUnderWay, state, revalidate])
}
