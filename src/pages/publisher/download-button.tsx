import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { use } from 'react'
import type { MouseEvent } from 'react'
import { useSession } from '#platform/web/session.tsx'
import { DownloadsContext, MAX_FETCHED_ROWS } from '#ui/wanted-file.ts'
import type { WantedFile } from '#ui/wanted-file.ts'

/**
 * A link that downloads a file of rows. With a script a long download shows its progress. A sub-account that may only
 * read has none.
 */
export function DownloadButton({ href, rows, label }: WantedFile & { label: string }) {
  const { actor } = useSession()
  const start = use(DownloadsContext)
  if (actor?.subAccount?.access === 'read_only') return null
  const onClick = (event: MouseEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!start || !isPlain || rows > MAX_FETCHED_ROWS) return
    event.preventDefault()
    start({ href, rows })
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
