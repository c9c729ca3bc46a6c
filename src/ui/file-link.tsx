import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFileLink } from './use-file-link.ts'

interface FileLinkProps {
  href: string
  /** The accessible name, if the text does not name the file. */
  label?: string
  children: ReactNode
}

/** A link in a text or a row that downloads one file. */
export function FileLink({ href, label, children }: FileLinkProps) {
  return (
    <Anchor {...useFileLink({ href })} {...(label !== undefined && { 'aria-label': label })}>
      {children}
    </Anchor>
  )
}
