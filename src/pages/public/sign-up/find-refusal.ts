import type { CallRefusalDetails } from '#kernel/errors.ts'
import { findRefusal } from '#platform/web/call-context.ts'

/** Runs a call. Returns the details of a refusal, or undefined on success. Other errors are thrown on. */
export async function runForRefusal(run: () => Promise<unknown>): Promise<CallRefusalDetails | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    const details = findRefusal(error)
    if (!details) throw error
    return details
  }
}
