import { Stack, Tabs } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useHash } from '#platform/web/use-hash.ts'

interface HashTab {
  /** The part of the address after `#`. */
  id: string
  label: ReactNode
  content: ReactNode
}

/**
 * Tabs whose selection is in the hash of the address. Without a hash the parameter `tab` selects one, for links in
 * mails: a login in between keeps it, and no server sees a hash. Without either the first tab is selected.
 */
export function HashTabs({ label, tabs }: { label: string; tabs: readonly HashTab[] }) {
  const hash = useHash()
  const [search] = useSearchParams()
  const find = (id: string | null) => tabs.find((tab) => tab.id === id)
  const current = find(hash) ?? find(search.get('tab')) ?? tabs[0]
  const list = useScrollToTab(current ? tabs.indexOf(current) : 0)
  return (
    <Tabs value={current?.id ?? null} keepMountedMode="display-none">
      <Tabs.List aria-label={label} ref={list}>
        {tabs.map(({ id, label: name }) => (
          <Tabs.Tab key={id} value={id} {...linkTo(id)}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id}>
          <Stack gap="lg">{content}</Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Scrolls the list of tabs, which is wider than a phone, to the selected tab. */
function useScrollToTab(index: number) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const bar = list.current
    const tab = bar?.children[index]
    // `scrollIntoView` would also scroll the page down to the tabs.
    if (bar && tab) bar.scrollLeft += tab.getBoundingClientRect().left - bar.getBoundingClientRect().left
  }, [index])
  return list
}

/** Makes the tab a link: Mantine's button accepts any root element, but its types do not say so. */
function linkTo(hash: string): Record<string, unknown> {
  return { component: Link, to: { hash }, replace: true, preventScrollReset: true }
}
