import { useHotkeys } from '@mantine/hooks'
import type { HotkeyItem } from '@mantine/hooks'
import { Suspense, lazy, useEffect, useMemo, useState } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { focusSearch } from './list-keys.ts'
import { listNextKeys, useShortcutGroups, useShortcuts } from './shortcuts.ts'
import type { Shortcut } from './shortcuts.ts'

const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }))

/** How long the first of two keys waits for the second. */
const WAITS_MS = 1500

/** Runs the registered shortcuts of the page, and opens the sheet that lists them with `?`. */
export function ShortcutKeys() {
  const t = useTexts('ui')
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const common = useMemo(() => {
    const open = () => {
      setOpened(true)
      setOpen(true)
    }
    return {
      title: t('shortcuts.everywhere'),
      shortcuts: [
        { keys: '/', label: t('shortcuts.search'), run: focusSearch },
        { keys: 'Ctrl+K', label: t('shortcuts.palette') },
        { keys: 'shift+?', label: t('shortcuts.sheet'), run: open },
      ],
    }
  }, [t])
  useShortcuts(common)
  useKeys()
  if (!wasOpened) return null
  return (
    <Suspense>
      <ShortcutSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  )
}

/** Listens for the keys of the registered shortcuts, outside of fields. */
function useKeys(): void {
  const groups = useShortcutGroups()
  const [first, setFirst] = useState<string>()
  useEffect(() => {
    if (first === undefined) return undefined
    const timer = setTimeout(() => setFirst(undefined), WAITS_MS)
    return () => clearTimeout(timer)
  }, [first])
  const press = (event: KeyboardEvent, [key, shortcut]: [string, Shortcut | null]) => {
    if (isTyping(event.target) || (hasDialog() && shortcut?.isInDialog !== true)) return
    event.preventDefault()
    setFirst(shortcut ? undefined : key)
    shortcut?.run?.()
  }
  const next = [...listNextKeys(groups, first)]
  const toItem = (entry: [string, Shortcut | null]): HotkeyItem => [
    entry[0],
    (event) => press(event, entry),
    { preventDefault: false },
  ]
  // `isTyping` tells the fields in which letters are typed from boxes.
  useHotkeys(next.map(toItem), [])
}

/** Tells whether the target of a key is a field in which one types or chooses by letters. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return ['TEXTAREA', 'SELECT'].includes(target.tagName)
}

function hasDialog(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}
