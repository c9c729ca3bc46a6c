import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useSession } from '#platform/web/session.tsx'
import { useFileLink } from './use-file-link.ts'
import type { WantedFile } from './wanted-file.ts'

interface DownloadButtonProps extends Omit<WantedFile, 'csrfToken'> {
  label: string
  /** Stands among the tools of a list, where a phone has room for its icon alone. */
  isTool?: boolean
}

/**
 * A link that downloads a file. A sub-account that may only read has none.
 */
export function DownloadButton({ href, rows, label, isTool = false }: DownloadButtonProps) {
  const { actor } = useSession()
  const link = useFileLink({ href, ...(rows !== undefined && { rows }) })
  if (actor?.subAccount?.access === 'read_only') return null
  return (
    <Button
      component="a"
      {...link}
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
