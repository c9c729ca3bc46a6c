import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const staleAfterMs = 10 * 60_000

/**
 * Runs `work` under a lock, which all processes of this checkout share. Takes over a lock whose owner is dead or that
 * is older than ten minutes, so that a lock never has to be deleted by hand.
 *
 * @template T
 * @param {string} root The checkout
 * @param {string} name
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(root, name, work) {
  const folder = join(root, '.cache', `${name}.lock`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  while (!take(folder)) {
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true })
    else await sleep(100)
  }
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function take(folder) {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(join(folder, 'pid'), String(process.pid))
  return true
}

function isAbandoned(folder) {
  try {
    if (Date.now() - statSync(folder).mtimeMs > staleAfterMs) return true
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    // ESRCH: there is no such process. Other errors mean that the lock was just taken or released, or belongs to
    // another user; the caller tries again.
    return error.code === 'ESRCH'
  }
}
