import { Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { closeToast, undoToast, useToast } from './toasts.ts'
import type { Toast } from './toasts.ts'

/** How long a toast stays. */
const STAYS_MS = 12_000

/** Shows what was just done in the lower corner, with a button that takes it back. */
export function ToastCard() {
  const toast = useToast()
  return (
    <div aria-live="polite">
      {toast && (
        <Paper
          key={toast.id}
          shadow="xl"
          p="sm"
          pl="md"
          bd="1px solid var(--line)"
          bg="var(--surface)"
          pos="fixed"
          // Above the acts on selected rows, which stay at the bottom of a list.
          bottom="5rem"
          right="1rem"
          w="min(26rem, calc(100vw - 2rem))"
          style={{ zIndex: 250 }}
        >
          <Content toast={toast} />
        </Paper>
      )}
    </div>
  )
}

function Content({ toast: { id, text, undo } }: { toast: Toast }) {
  const t = useTexts('ui')
  // It stays while the reader is on it.
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    if (isUsed) return undefined
    const timer = setTimeout(() => closeToast(id), STAYS_MS)
    return () => clearTimeout(timer)
  }, [id, isUsed])
  return (
    <Group
      gap="sm"
      wrap="nowrap"
      onPointerEnter={() => setUsed(true)}
      onPointerLeave={() => setUsed(false)}
      onFocus={() => setUsed(true)}
      onBlur={() => setUsed(false)}
    >
      <Text flex={1} style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {undo && (
        <Button size="sm" variant="default" onClick={() => void undoToast()}>
          {t('undo')}
        </Button>
      )}
      <CloseButton aria-label={t('close')} onClick={() => closeToast(id)} />
    </Group>
  )
}
