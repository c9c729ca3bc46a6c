import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useCsrfToken, useSession } from '#platform/web/session.tsx'
import { startDownload } from './downloads.ts'
import { MAX_FETCHED_ROWS } from './wanted-file.ts'
import type { WantedFile } from './wanted-file.ts'

type DownloadButtonProps = Required<Omit<WantedFile, 'csrfToken'>> & { label: string }

/**
 * A link that downloads a file of rows. With a script a long download shows its progress. A sub-account that may only
 * read has none.
 */
export function DownloadButton({ href, rows, label }: DownloadButtonProps) {
  const { actor } = useSession()
  const csrfToken = useCsrfToken()
  if (actor?.subAccount?.access === 'read_only') return null
  const onClick = (event: MouseEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!isPlain || rows > MAX_FETCHED_ROWS) return
    event.preventDefault()
    void startDownload({ href, rows, csrfToken })
  }
  return (
    <Button
      component="a"
      href={href}
      onClick={onClick}
      size="sm"
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {label}
    </Button>
  )
}
