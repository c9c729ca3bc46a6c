import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { countFilters } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'

/** The action of an empty list: takes the filters away or, when there are none, offers the given next step. */
export function ClearFilters({ children }: { children?: ReactNode }) {
  const t = useTexts('ui')
  const { pathname, search } = useLocation()
  if (countFilters(new URLSearchParams(search)) === 0) return children
  return (
    <Button component={Link} to={pathname} variant="default">
      {t('clearFilters')}
    </Button>
  )
}
