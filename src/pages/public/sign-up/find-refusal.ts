import type { CallRefusalDetails } from '#kernel/errors.ts'
import { findRefusal } from '#platform/web/call-context.ts'

/** Runs a call of an action; answers why it was refused, nothing when it was not, and lets bugs crash. */
export async function refusalOf(run: () => Promise<unknown>): Promise<CallRefusalDetails | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    const details = findRefusal(error)
    if (!details) throw error
    return details
  }
}
