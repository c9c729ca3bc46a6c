import type { Refusal } from '#kernel/errors.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Waits for a statement and turns the violation of a unique constraint into the refusal that is given for it, by the
 * constraint's name. Checking first would leave a gap between the check and the write; the constraint leaves none.
 */
export async function refuseDuplicate<T>(statement: Promise<T>, refusals: Record<string, Refusal>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const refusal = code === UNIQUE_VIOLATION && constraint !== undefined ? refusals[constraint] : undefined
    throw refusal ?? error
  }
}
