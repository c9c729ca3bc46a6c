import type { Refusal } from '#kernel/errors.ts'

/** PostgreSQL's codes of a violated UNIQUE and CHECK constraint. */
const VIOLATIONS = ['23505', '23514']

/**
 * Awaits a statement and turns the violation of a UNIQUE or CHECK constraint into the refusal for that constraint;
 * `refusals` maps constraint names to refusals. A check before the write would leave a race; the constraint does not.
 */
export async function refuseViolation<T>(statement: Promise<T>, refusals: Record<string, Refusal>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const isViolation = code !== undefined && VIOLATIONS.includes(code)
    const refusal = isViolation && constraint !== undefined ? refusals[constraint] : undefined
    throw refusal ?? error
  }
}
