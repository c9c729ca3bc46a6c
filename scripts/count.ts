/** How a suite went. */
export interface Count {
  passed: number
  failed: number
}

/** The sum of what several suites counted. */
export function addCounts(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  }
}
