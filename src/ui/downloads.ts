import { useSyncExternalStore } from 'react'
import type { Download } from './run-download.ts'
import type { WantedFile } from './wanted-file.ts'

/** A download that takes longer shows a card. */
const SHOWN_AFTER_MS = 400

/** How long the card of a saved file stays. */
const STAYS_MS = 6000

const NONE: readonly Download[] = []

/** The downloads of this tab, which go on when the page and its layout change. */
let downloads = NONE
let started = 0
const listeners = new Set<() => void>()

function show(next: readonly Download[]): void {
  downloads = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the downloads that run or whose card is open, in the order of their start. */
export function useDownloads(): readonly Download[] {
  return useSyncExternalStore(
    subscribe,
    () => downloads,
    () => NONE,
  )
}

/**
 * Downloads a file and shows how far it is. Does nothing while the same file is being downloaded. Leaves the file to
 * the browser when the code that shows the download cannot be loaded.
 */
export async function startDownload(file: WantedFile): Promise<void> {
  const code = await Promise.all([import('./run-download.ts'), import('./download-cards.tsx')]).catch(() => undefined)
  if (!code) return location.assign(file.href)
  if (downloads.some(({ href, end }) => href === file.href && end === undefined)) return
  const [{ runDownload }] = code
  const id = (started += 1)
  const update = (next: Partial<Download>) =>
    show(downloads.map((each) => (each.id === id ? { ...each, ...next } : each)))
  const cancel = runDownload(file, (next) => {
    update(next)
    const stays = getStayMs(downloads.find((each) => each.id === id))
    if (stays !== undefined) setTimeout(() => closeDownload(id), stays)
  })
  const others = downloads.filter(({ href }) => href !== file.href)
  // The card of an ended download of the same file shows this one.
  const isShown = others.length < downloads.length
  show([...others, { ...file, id, received: { rows: 0, bytes: 0 }, isShown, cancel }])
  setTimeout(() => update({ isShown: true }), SHOWN_AFTER_MS)
}

/** Returns how long the card of an ended download stays open by itself. */
function getStayMs(download: Download | undefined): number | undefined {
  if (download?.end === undefined) return undefined
  if (download.end === 'cancelled') return 0
  if ('refusal' in download.end) return undefined
  return download.isShown ? STAYS_MS : 0
}

/** Closes the card of an ended download. */
export function closeDownload(id: number): void {
  show(downloads.filter((each) => each.id !== id))
}
