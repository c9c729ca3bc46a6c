import type { KeyboardEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useHash } from '#platform/web/use-hash.ts'
import styles from './hash-tabs.module.css'

interface HashTab {
  /** The part of the address after `#`. */
  id: string
  label: ReactNode
  content: ReactNode
}

/** Tabs whose choice stands in the address; an unknown or missing one is the first. */
export function HashTabs({ label, tabs }: { label: string; tabs: readonly HashTab[] }) {
  const navigate = useNavigate()
  const chosen = useHash()
  const current = tabs.find((tab) => tab.id === chosen) ?? tabs[0]

  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined || !current) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length]
    if (!next) return
    void navigate({ hash: next.id }, { replace: true, preventScrollReset: true })
    document.getElementById(`tab-${next.id}`)?.focus()
  }

  return (
    <div>
      <div role="tablist" aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <Link
            key={tab.id}
            id={`tab-${tab.id}`}
            role="tab"
            onKeyDown={onKey}
            to={{ hash: tab.id }}
            replace
            preventScrollReset
            className={styles.tab}
            aria-selected={tab === current}
            aria-controls={`panel-${tab.id}`}
            tabIndex={tab === current ? 0 : -1}
          >
            {tab.label}
          </Link>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          id={`panel-${tab.id}`}
          role="tabpanel"
          aria-labelledby={`tab-${tab.id}`}
          hidden={tab !== current}
          className={styles.panel}
        >
          {tab.content}
        </div>
      ))}
    </div>
  )
}
