import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useCsrfToken, useSession } from '#platform/web/session.tsx'
import { startDownload } from './downloads.ts'
import { MAX_FETCHED_ROWS } from './wanted-file.ts'
import type { WantedFile } from './wanted-file.ts'

interface DownloadButtonProps extends Required<Omit<WantedFile, 'csrfToken'>> {
  label: string
  /** Stands among the tools of a list, where a phone has room for its icon alone. */
  isTool?: boolean
}

/**
 * A link that downloads a file of rows. With a script a long download shows its progress. A sub-account that may only
 * read has none.
 */
export function DownloadButton({ href, rows, label, isTool = false }: DownloadButtonProps) {
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
      aria-label={label}
      {...(isTool ? { px: { base: 'xs', sm: 'md' } } : {})}
    >
      <IconDownload size={18} aria-hidden />
      <Text span inherit ml="xs" {...(isTool ? { visibleFrom: 'sm' } : {})}>
        {label}
      </Text>
    </Button>
  )
}
