import { Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { TextField } from '#ui/fields.tsx'
import { Panel } from '#ui/panel.tsx'
import type { ShortLinkView } from '../contract.ts'
import { QrButton } from './qr-button.tsx'

/** The field `ending` of a short link, which stays empty for none, and a button that proposes one. */
export function ShortLinkFields({ isOpen }: { isOpen: boolean }) {
  const t = useTexts('tracking')
  const { trackingOrigin } = useSession()
  const field = useRef<HTMLInputElement>(null)
  const propose = () => {
    if (field.current) field.current.value = proposeEnding()
    field.current?.focus()
  }
  return (
    <details open={isOpen}>
      <Text component="summary" c="var(--brand)" fw={500} style={{ cursor: 'pointer' }}>
        {t('shortLinks.make')}
      </Text>
      <Group align="end" gap="xs" mt="xs">
        <TextField
          ref={field}
          name="ending"
          label={t('shortLinks.ending')}
          description={t('shortLinks.endingHint', { address: `${trackingOrigin}/s/` })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          style={{ flex: '1 1 14rem' }}
        />
        <Button variant="default" onClick={propose}>
          {t('shortLinks.propose')}
        </Button>
      </Group>
    </details>
  )
}

/** Without vowels, so that no word appears, and without what looks alike. */
const LETTERS = 'bcdfghjkmnpqrstvwxz23456789'
const PROPOSED_LENGTH = 7

function proposeEnding(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(PROPOSED_LENGTH))
  return Array.from(numbers, (number) => LETTERS[number % LETTERS.length]).join('')
}

/** The short link that was just made. */
export function MadeShortLink({ link }: { link: ShortLinkView }) {
  const t = useTexts('tracking')
  return (
    <Panel title={t('shortLinks.result')}>
      <CopyField label={t('shortLinks.link')} value={link.short_url} />
      <Group mt="sm">
        <QrButton text={link.short_url} host={new URL(link.url).host} />
      </Group>
    </Panel>
  )
}
