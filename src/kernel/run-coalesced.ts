/** Work that never runs concurrently. */
export interface CoalescedWork {
  /**
   * Runs the work. If it is already running, runs it once more afterwards, for all requests together. Resolves when no
   * run is left; rejects with the error of the work, which also cancels the requested run.
   */
  request(): Promise<void>
  /** Resolves when no run is left; never rejects. */
  idle(): Promise<void>
}

/** Wraps `work` so that the requests which arrive during a run share one more run. */
export function runCoalesced(work: () => Promise<void>): CoalescedWork {
  let running: Promise<void> | undefined
  let isRequested = false

  async function runWhileRequested(): Promise<void> {
    try {
      while (isRequested) {
        isRequested = false
        await work()
      }
    } finally {
      isRequested = false
      running = undefined
    }
  }

  return {
    request() {
      isRequested = true
      running ??= runWhileRequested()
      return running
    },
    async idle() {
      await running?.catch(() => undefined)
    },
  }
}
