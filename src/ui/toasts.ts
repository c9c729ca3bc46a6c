import { useSyncExternalStore } from 'react'

/** A short message about what was just done, with what takes it back. */
export interface Toast {
  id: number
  text: string
  /** Takes it back; absent where that needs more than a press. */
  undo?: (() => Promise<void>) | undefined
}

let toast: Toast | undefined
let shown = 0
const listeners = new Set<() => void>()

function change(next: Toast | undefined): void {
  toast = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the toast that is shown. */
export function useToast(): Toast | undefined {
  return useSyncExternalStore(
    subscribe,
    () => toast,
    () => undefined,
  )
}

/** Shows a toast in place of the last one. */
export function showToast(next: Omit<Toast, 'id'>): void {
  shown += 1
  change({ ...next, id: shown })
}

/** Takes back what the shown toast tells of, if it can be, and closes it. */
export async function undoToast(): Promise<void> {
  const { undo } = toast ?? {}
  if (!undo) return
  change(undefined)
  await undo()
}

/** Closes a toast, unless another has taken its place. */
export function closeToast(id: number): void {
  if (toast?.id === id) change(undefined)
}
