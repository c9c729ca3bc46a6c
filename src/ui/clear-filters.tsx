import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { countFilters, searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'

const KEPT_PARAMS = ['begin', 'end', 'columns']

/**
 * The action of an empty list: takes the filters away or, when there are none, offers the given next step. The range of
 * days stays, because the list would begin with the range that was used last, and so do the columns.
 */
export function ClearFilters({ children }: { children?: ReactNode }) {
  const t = useTexts('ui')
  const { pathname, search } = useLocation()
  const present = new URLSearchParams(search)
  const kept = new URLSearchParams([...present].filter(([name]) => KEPT_PARAMS.includes(name)))
  for (const name of KEPT_PARAMS) present.delete(name)
  if (countFilters(present) === 0) return children
  return (
    <Button component={Link} to={`${pathname}${searchWith(kept, {})}`} variant="default">
      {t('clearFilters')}
    </Button>
  )
}
