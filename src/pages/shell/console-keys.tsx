import { useHotkeys } from '@mantine/hooks'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { ActorView } from '#platform/web/call-context.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ShortcutKeys } from '#ui/shortcut-keys.tsx'
import { useShortcuts } from '#ui/shortcuts.ts'
import { getConsoleNav } from './console-nav.ts'

interface ConsoleKeysProps {
  actor: ActorView
  onSearch: () => void
}

/** The keys of the console: Ctrl K, and single keys unless the account has switched them off. */
export function ConsoleKeys({ actor, onSearch }: ConsoleKeysProps) {
  useHotkeys([['mod+K', onSearch]], [])
  return actor.hasShortcuts === false ? null : <PageKeys actor={actor} />
}

/** The keys that lead to the pages of the navigation, and the keys of the present page. */
function PageKeys({ actor }: { actor: ActorView }) {
  const t = useTexts('shell')
  const ui = useTexts('ui')
  const navigate = useNavigate()
  const group = useMemo(() => {
    const items = getConsoleNav(actor).flatMap((each) => each.items)
    const shortcuts = items.flatMap(({ chord, key, to }) =>
      chord === undefined ? [] : [{ keys: `g ${chord}`, label: t(`console.${key}`), run: () => void navigate(to) }],
    )
    return { title: ui('shortcuts.goTo'), shortcuts }
  }, [actor, t, ui, navigate])
  useShortcuts(group)
  return <ShortcutKeys />
}
