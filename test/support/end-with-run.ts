/**
 * Vitest's set-up of each worker: ends the worker when the run is killed, and so what the worker has started (see
 * `withParent`). Vitest alone would let it finish its file.
 */
const isFirst = process.listeners('disconnect').every(({ name }) => name !== endWithRun.name)
if (isFirst) process.on('disconnect', endWithRun)

function endWithRun(): void {
  // Vitest replaces `process.exit`.
  process.kill(process.pid, 'SIGKILL')
}
