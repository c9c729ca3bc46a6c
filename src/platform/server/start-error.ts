/** A start that failed for a reason that the operator can fix. The message is everything that is printed. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
