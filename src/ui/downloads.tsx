import { Suspense, lazy, useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { DownloadsContext } from './wanted-file.ts'
import type { WantedFile } from './wanted-file.ts'

const DownloadCards = lazy(async () => ({ default: (await import('./download-cards.tsx')).DownloadCards }))

/** Shows the downloads of the console, also on the pages that follow. Its code is loaded with the first download. */
export function Downloads({ children }: { children: ReactNode }) {
  const [files, setFiles] = useState<readonly WantedFile[]>([])
  const start = useCallback((file: WantedFile) => setFiles((all) => [...all, file]), [])
  return (
    <>
      <DownloadsContext value={start}>{children}</DownloadsContext>
      {files.length > 0 && (
        <Suspense>
          <DownloadCards files={files} onClose={(file) => setFiles((all) => all.filter((each) => each !== file))} />
        </Suspense>
      )}
    </>
  )
}
