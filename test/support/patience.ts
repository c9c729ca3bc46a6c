/**
 * The limit of everything that a test waits for. It ends what hangs, on the slowest machine too; no test is about it.
 */
export const patienceMs = 120_000

/** The limit of one test or hook, which may wait several times. `npm run soak` repeats far more. */
export const testLimitMs = process.env['SOAK'] === '1' ? 3_600_000 : 600_000
