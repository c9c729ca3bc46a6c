import { Button, Stack, Text } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Panel } from '#ui/panel.tsx'

/** A bookmark that opens `/custom_link` with the address of the page on which it is pressed. */
export function Bookmarklet({ siteKey }: { siteKey: string | undefined }) {
  const t = useTexts('tracking')
  const { network, publicUrl } = useSession()
  const [isPressed, setPressed] = useState(false)
  const code = buildBookmarklet(publicUrl, siteKey)
  return (
    <Panel title={t('customLink.bookmark.title')} text={t('customLink.bookmark.text')}>
      <Stack gap="md">
        <Button
          component="a"
          // A bookmarklet is a `javascript:` address, which React refuses. Pressed on this page it does nothing.
          ref={(link: HTMLAnchorElement | null) => link?.setAttribute('href', code)}
          onClick={(event: React.MouseEvent) => {
            event.preventDefault()
            setPressed(true)
          }}
          variant="default"
          mr="auto"
          leftSection={<IconBookmark size={18} aria-hidden />}
          style={{ cursor: 'grab' }}
        >
          {t('customLink.bookmark.name', { networkName: network.name })}
        </Button>
        <Stack gap="xs" aria-live="polite">
          {isPressed && <Text>{t('customLink.bookmark.drag')}</Text>}
          <Text size="sm" c="dimmed">
            {t('customLink.bookmark.codeHint')}
          </Text>
        </Stack>
        <CopyField label={t('customLink.bookmark.code')} value={code} />
      </Stack>
    </Panel>
  )
}

function buildBookmarklet(publicUrl: string, siteKey: string | undefined): string {
  const key = siteKey === undefined ? '' : `key=${siteKey}&`
  return `javascript:void(open('${publicUrl}/custom_link?${key}url='+encodeURIComponent(location.href)))`
}
