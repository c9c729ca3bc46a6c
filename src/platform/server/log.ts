import { format } from 'node:util'
import { pino } from 'pino'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

export type { Logger } from 'pino'

const secretKeys = ['authorization', 'cookie', 'email', 'password', 'password1', 'password2', 'secret', 'token']

/**
 * Creates the logger of this process. It writes one JSON object per line to standard error; standard output is for the
 * operator's terminal. It removes personal data: the values in database errors, and every field with a secret's name.
 */
export function createLogger(level: Config['logLevel'], name: string, fd: 1 | 2 = 2): Logger {
  return pino(
    {
      name,
      level,
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), remove: true },
      serializers: { err: describeError, error: describeError },
    },
    pino.destination({ fd, sync: true }),
  )
}

/**
 * Writes the warnings of Node and an error that nothing caught to the log, which Node would write as several lines of
 * text, and in production what libraries write to the console. After such an error the process exits with 1. Call it
 * once per process.
 */
export function logProcessFailures(log: Logger): void {
  if (process.env['NODE_ENV'] === 'production') logConsole(log)
  process.removeAllListeners('warning')
  process.on('warning', (err) => log.warn({ err }, 'Node warns'))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'An error was not caught')
    process.exit(1)
  })
}

function logConsole(log: Logger): void {
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (first: unknown, ...others: unknown[]) =>
      first instanceof Error ? log[level]({ err: first }, format(...others)) : log[level](format(first, ...others))
  Object.assign(console, { log: write('info'), info: write('info'), warn: write('warn'), error: write('error') })
}

/**
 * Prints a line for the person who starts the network. Without a terminal, in production, it is one JSON object as in
 * the log, because the lines end in a file or a log collector.
 */
export function printLine(line: string): void {
  if (process.env['NODE_ENV'] === 'production' && !process.stdout.isTTY) createLogger('info', 'primary', 1).info(line)
  else process.stdout.write(`${line}\n`)
}

interface ErrorDescription {
  type: string
  message: string
  code: string | undefined
  constraint: string | undefined
  stack: string | undefined
  cause: ErrorDescription | undefined
}

/** Copies named fields only, because `detail`, `where` and `parameters` of a database error contain user input. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, constraint } = error as { code?: string; constraint?: string }
  const cause = error.cause instanceof Error ? (describeError(error.cause) as ErrorDescription) : undefined
  return { type: error.name, message: error.message, code, constraint, stack: error.stack, cause }
}
