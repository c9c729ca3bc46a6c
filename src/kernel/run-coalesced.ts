/** Work that never runs twice at once. */
export interface CoalescedWork {
  /**
   * Runs the work now, or, when it is running, once more afterwards, however many ask meanwhile. Resolves when the work
   * rests again; rejects with the work's error, which also cancels the runs that were asked for.
   */
  request(): Promise<void>
  /** Resolves, never rejects, when the work rests. */
  idle(): Promise<void>
}

/** Wraps `work` so that requests which arrive while it runs share one more run. */
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
