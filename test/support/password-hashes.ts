import { createHook } from 'node:async_hooks'

/**
 * Counts the password hashes that this process begins until `work` is done. They are what takes the time of a login;
 * nothing else may hash passwords meanwhile.
 */
export async function countPasswordHashes(work: () => Promise<unknown>): Promise<number> {
  let begun = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') begun++
    },
  })
  hook.enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return begun
}
