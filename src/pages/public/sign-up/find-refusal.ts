import type { RefusalDetails } from '#kernel/errors.ts'

/** Runs a call of an action; answers why it was refused, nothing when it was not, and lets bugs crash. */
export async function refusalOf(run: () => Promise<unknown>): Promise<RefusalDetails | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'Refusal') throw error
    return (error as Error & { details: RefusalDetails }).details
  }
}
