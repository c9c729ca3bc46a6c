import { Button, Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import type { ActorView } from '#platform/web/call-context.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { useIsHydrated } from '#platform/web/use-hash.ts'
import styles from './console-shell.module.css'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/**
 * Opens the search of the console. It needs a script, and takes its place before that has loaded, so that the links
 * below it do not move.
 */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const t = useTexts('shell')
  const isHydrated = useIsHydrated()
  return (
    <Button
      className={styles.search ?? ''}
      data-ready={isHydrated || undefined}
      variant="default"
      size="sm"
      mx={2}
      mb="sm"
      styles={{ label: { flex: 1 } }}
      c="dimmed"
      fw={400}
      leftSection={<IconSearch size={17} aria-hidden />}
      rightSection={
        <Text span fz="0.8rem" c="var(--ink-faint)" aria-hidden visibleFrom="md">
          Ctrl K
        </Text>
      }
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      {t('palette.open')}
    </Button>
  )
}

/** Returns the function that opens the search, and the search. Its code is loaded on first use. */
export function usePalette(actor: ActorView) {
  const [isAsked, setAsked] = useState(false)
  const open = () => {
    setAsked(true)
    void import('./palette.tsx').then(({ openPalette }) => openPalette())
  }
  const palette = isAsked && (
    <Suspense>
      <Palette actor={actor} />
    </Suspense>
  )
  return { open, palette }
}
