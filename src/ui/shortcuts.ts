import { useEffect, useSyncExternalStore } from 'react'

/** A key, or two keys one after the other, that do something on the present page. */
export interface Shortcut {
  /** In the notation of `useHotkeys`: `x`, `shift+?`, `/`. Two keys one after the other have a space: `g t`. */
  keys: string
  /** Says what it does, in the sheet of shortcuts. */
  label: string
  /** Absent when the browser does it by itself, as Enter opens a link. */
  run?: () => void
  /** Whether it also works while a dialog is open. Others then do nothing. */
  isInDialog?: boolean
}

/** The shortcuts of one part of a page, under one heading of the sheet. */
export interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

const NONE: readonly ShortcutGroup[] = []

/** The groups of the present page, the last registered one last. */
let groups = NONE
const listeners = new Set<() => void>()

function change(next: readonly ShortcutGroup[]): void {
  groups = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Registers the shortcuts of a part of the page while it is mounted. They work outside of fields, unless the account
 * has switched shortcuts off; of two with the same keys, the one that was registered last works. `group` must keep its
 * identity between renderings (`useMemo`).
 */
export function useShortcuts(group: ShortcutGroup): void {
  useEffect(() => {
    change([...groups, group])
    return () => change(groups.filter((each) => each !== group))
  }, [group])
}

/** Returns the registered groups, in the order of their registration. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(
    subscribe,
    () => groups,
    () => NONE,
  )
}

/**
 * Returns what the pressed keys can do next: the shortcuts of one key, or after the first of two keys (`before`) those
 * that begin with it. Each key stands once, with the shortcut that was registered last.
 */
export function listNextKeys(
  shown: readonly ShortcutGroup[],
  before: string | undefined,
): Map<string, Shortcut | null> {
  const next = new Map<string, Shortcut | null>()
  for (const shortcut of shown.flatMap(({ shortcuts }) => shortcuts)) {
    if (!shortcut.run) continue
    const [first = '', second] = shortcut.keys.split(' ')
    if (before === undefined) next.set(first, second === undefined ? shortcut : null)
    else if (first === before && second !== undefined) next.set(second, shortcut)
  }
  return next
}
