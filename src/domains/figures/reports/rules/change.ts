/** Computes the relative change of a figure: 0.25 is a quarter more. `undefined` when there was nothing before. */
export function getChange(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now - before) / before
}
