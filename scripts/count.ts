/** Numbers of passed and failed tests. */
export interface Count {
  passed: number
  failed: number
}

/** Adds the counts of several suites. */
export function addCounts(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  }
}
