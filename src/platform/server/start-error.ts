/** A start that cannot go on for a reason the operator can mend. The message is the whole line that he reads. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
