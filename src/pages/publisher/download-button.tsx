import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useSession } from '#platform/web/session.tsx'

/** A button that downloads a file. A sub-account that may only read has none. */
export function DownloadButton({ href, label }: { href: string; label: string }) {
  const { actor } = useSession()
  if (actor?.subAccount?.access === 'read_only') return null
  return (
    <Button component="a" href={href} size="sm" variant="default" leftSection={<IconDownload size={18} aria-hidden />}>
      {label}
    </Button>
  )
}
