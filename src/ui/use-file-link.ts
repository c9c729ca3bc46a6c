import type { MouseEvent } from 'react'
import { addAdvertiser } from '#kernel/advertiser-link.ts'
import { useCsrfToken, useSession } from '#platform/web/session.tsx'
import { startDownload } from './downloads.ts'
import { MAX_FETCHED_ROWS } from './wanted-file.ts'
import type { WantedFile } from './wanted-file.ts'

/**
 * Returns the attributes of a link to a file. A script downloads it and shows its progress, or why it was refused. The
 * address names the brand of the page, so that a page of one brand gets no file of another.
 */
export function useFileLink({ href, rows }: Omit<WantedFile, 'csrfToken'>) {
  const { actor } = useSession()
  const csrfToken = useCsrfToken()
  const address = addAdvertiser(href, actor?.advertiserId)
  const onClick = (event: MouseEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!isPlain || (rows ?? 0) > MAX_FETCHED_ROWS) return
    event.preventDefault()
    void startDownload({ href: address, csrfToken, ...(rows !== undefined && { rows }) })
  }
  return { href: address, onClick }
}
