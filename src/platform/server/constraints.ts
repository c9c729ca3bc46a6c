import type { Refusal } from '#kernel/errors.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Awaits a statement and turns a unique violation into the refusal for that constraint; `refusals` maps constraint
 * names to refusals. A check before the write would leave a race; the constraint does not.
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
