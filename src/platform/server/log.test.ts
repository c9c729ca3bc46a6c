import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs `script` with a `log` in a process and returns its standard error. Checks that standard output is empty. */
function captureLog(script: string): string {
  const code = `
    import { createLogger, logProcessFailures } from './src/platform/server/log.ts'
    const log = createLogger('info', 'test')
    ${script}`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(stdout).toBe('')
  return stderr
}

test('writes one object per line to standard error, and no message below its level', () => {
  const lines = captureLog(`log.debug('no'); log.info({ port: 1 }, 'yes')`).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ name: 'test', port: 1, msg: 'yes' }])
})

test('omits secrets and user input', () => {
  const text = captureLog(`
    const err = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'account_email',
      detail: 'Key (email)=(hidden@example.com) already exists', parameters: ['hidden@example.com'] })
    log.warn({ err }, 'refused')
    log.warn({ err: new Error('outer', { cause: err }) }, 'refused')
    log.warn({ email: 'hidden@example.com', body: { password: 'hidden' }, request: { headers: { cookie: 'hidden' } } })
  `)
  expect(text).toContain('account_email')
  expect(text).not.toContain('hidden@')
  expect(text).not.toMatch(/"(email|password|cookie)"/)
})

test('writes warnings of Node and an error that nothing caught as one object each', () => {
  const text = captureLog(`
    logProcessFailures(log)
    process.emitWarning('too many listeners')
    setImmediate(() => { throw new Error('bug') })
  `)
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(lines).toMatchObject([{ err: { message: 'too many listeners' } }, { level: 60, err: { message: 'bug' } }])
})

test('in production, what is printed and what libraries write to the console are one object each', () => {
  const code = `
    import { createLogger, logProcessFailures, printLine } from './src/platform/server/log.ts'
    logProcessFailures(createLogger('info', 'test'))
    printLine('Tandem runs at http://localhost')
    console.warn('two\\nlines', { a: 1 })
    console.error(new Error('broken'))`
  const env = { ...process.env, NODE_ENV: 'production' }
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', env })
  expect(JSON.parse(stdout)).toMatchObject({ name: 'primary', msg: 'Tandem runs at http://localhost' })
  const lines = stderr.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 40, msg: 'two\nlines { a: 1 }' },
    { level: 50, err: { message: 'broken' } },
  ])
})
