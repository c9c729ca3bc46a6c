import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import { PLACE_PARAMS } from '#kernel/paging.ts'
import type { ShownList } from '#platform/web/read-list.ts'
import { useTexts } from '#platform/web/texts.tsx'
import type { LoadedViews } from './load-list.ts'

const ViewActs = lazy(async () => ({ default: (await import('./view-acts.tsx')).ViewActs }))

const ViewNotices = lazy(async () => ({ default: (await import('./view-acts.tsx')).ViewNotices }))

interface ListViewsProps {
  list: ShownList
  views: LoadedViews
}

/** The saved views of a list as links above it, and what saves and changes them. Needs the texts `views`. */
export function ListViews({ list, views }: ListViewsProps) {
  const t = useTexts('saved-views')
  const { open } = views
  const present = getViewQuery(list.search)
  const isChanged = open !== undefined && !isSame(open.query, present)
  return (
    <Stack gap={0}>
      {(views.isMissing || views.deleted !== undefined) && (
        <Suspense>
          <ViewNotices list={list} views={views} />
        </Suspense>
      )}
      <Group component="nav" gap={6} aria-label={t('label')}>
        <Pill to={list.path} isOpen={!open}>
          {t('default')}
        </Pill>
        {views.views.map((view) => (
          <Pill key={view.id} to={view.path} isOpen={view.id === open?.id} isPinned={view.is_pinned}>
            {view.name}
          </Pill>
        ))}
        {(open !== undefined || isWorthSaving(present)) && (
          <Suspense>
            <ViewActs list={list} views={views} present={present} isChanged={isChanged} />
          </Suspense>
        )}
      </Group>
    </Stack>
  )
}

/** What a view would keep of the search of a list. */
function getViewQuery(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of [...PLACE_PARAMS, 'view']) query.delete(name)
  return query.toString()
}

/** The sort order and the page size that were chosen last are added to every address. They make no other view. */
function isSame(kept: string, present: string): boolean {
  const query = new URLSearchParams(present)
  for (const name of ARRANGING) if (!new URLSearchParams(kept).has(name)) query.delete(name)
  return query.toString() === new URLSearchParams(kept).toString()
}

function isWorthSaving(present: string): boolean {
  return [...new URLSearchParams(present).keys()].some((name) => !ARRANGING.includes(name))
}

const ARRANGING = ['sort', 'page_size']

interface PillProps {
  to: string
  isOpen: boolean
  isPinned?: boolean
  children: string
}

function Pill({ to, isOpen, isPinned = false, children }: PillProps) {
  return (
    <Button
      component={Link}
      to={to}
      size="compact-md"
      radius="xl"
      maw="min(100%, 20rem)"
      title={children}
      fz="0.9rem"
      fw={isOpen ? 600 : 500}
      variant={isOpen ? 'light' : 'subtle'}
      {...(isOpen ? {} : { c: 'var(--ink-soft)' })}
      aria-current={isOpen ? 'page' : undefined}
      leftSection={isPinned && <IconPin size={14} aria-hidden />}
    >
      <Text span inherit truncate>
        {children}
      </Text>
    </Button>
  )
}
