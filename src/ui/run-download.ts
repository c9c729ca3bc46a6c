import { CallRefusal } from '#kernel/errors.ts'
import type { CallRefusalDetails } from '#kernel/errors.ts'
import { fetchFile, saveFile } from '#platform/web/download.ts'
import type { Received } from '#platform/web/download.ts'
import type { WantedFile } from './wanted-file.ts'

/** How far a download is. */
export interface DownloadState {
  received: Received
  /** How it ended: with the name of the saved file, a refusal, or by the reader. */
  end?: { name: string } | { refusal: CallRefusalDetails } | 'cancelled'
}

/** A download that runs or has ended. */
export interface Download extends WantedFile, DownloadState {
  id: number
  /** Whether its card is open. That of a failed download always is. */
  isShown: boolean
  cancel: () => void
}

/**
 * Fetches and saves a file, and calls `change` with each new state. It goes on when the page changes; before the tab is
 * closed the browser asks. Returns the function that cancels it.
 */
export function runDownload(
  { href, csrfToken }: WantedFile,
  change: (next: Partial<DownloadState>) => void,
): () => void {
  const abort = new AbortController()
  const { signal } = abort
  const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  const run = async () => {
    addEventListener('beforeunload', askBeforeUnload)
    try {
      const file = await fetchFile(href, { csrfToken, signal, onProgress: (received) => change({ received }) })
      saveFile(file)
      change({ end: { name: file.name } })
    } catch (error) {
      if (signal.aborted) return change({ end: 'cancelled' })
      if (!(error instanceof CallRefusal)) throw error
      change({ end: { refusal: error.details } })
    } finally {
      removeEventListener('beforeunload', askBeforeUnload)
    }
  }
  void run()
  return () => abort.abort()
}
