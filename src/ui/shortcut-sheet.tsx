import { Group, Kbd, SimpleGrid, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Kbd.layer.css'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { useShortcutGroups } from './shortcuts.ts'
import type { Shortcut } from './shortcuts.ts'

/** Lists the shortcuts that the present page offers. */
export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts('ui')
  const groups = useShortcutGroups().filter(({ shortcuts }) => shortcuts.length > 0)
  return (
    <DialogFrame title={t('shortcuts.title')} isOpen={isOpen} onClose={onClose} size="xl">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        {groups.toReversed().map(({ title, shortcuts }) => (
          <Stack key={title} gap="xs" component="section" aria-label={title}>
            <Text fw={600}>{title}</Text>
            {shortcuts.map((shortcut) => (
              <Line key={shortcut.keys} shortcut={shortcut} />
            ))}
          </Stack>
        ))}
      </SimpleGrid>
      <Text mt="lg" fz="sm" c="dimmed">
        {t('shortcuts.off')}{' '}
        <Link to="/account" className="link" onClick={onClose}>
          {t('shortcuts.settings')}
        </Link>
      </Text>
    </DialogFrame>
  )
}

function Line({ shortcut: { keys, label } }: { shortcut: Shortcut }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text fz="0.95rem">{label}</Text>
      <Group gap={4} wrap="nowrap">
        {keys.split(' ').map((key) => (
          <Kbd key={key}>{describeKey(key)}</Kbd>
        ))}
      </Group>
    </Group>
  )
}

/** Writes a key as it stands on the keyboard: `shift+?` is `?`. */
function describeKey(key: string): string {
  const plain = key.replace('shift+', '')
  return plain.length === 1 ? plain.toUpperCase() : plain.replace(/^./, (letter) => letter.toUpperCase())
}
