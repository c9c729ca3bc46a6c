import type { ErrorCode } from '#kernel/error-codes.ts'
import type { Texts } from '#texts/texts.ts'
import type { WebSession } from './call-context.ts'

/**
 * The sentences of a few errors for the browser: `useTexts('errors')` finds them there. A code that is a group, such as
 * `postback`, brings the whole group.
 */
export function pickErrors(session: WebSession, codes: readonly (ErrorCode | 'postback')[]): Texts {
  const picked = {}
  for (const code of codes) copyPath(session.texts('errors').errors ?? {}, picked, code.split('.'))
  return { errors: picked }
}

function copyPath(from: Record<string, unknown>, to: Record<string, unknown>, [name = '', ...rest]: string[]): void {
  if (rest.length === 0) {
    to[name] = from[name]
    return
  }
  to[name] ??= {}
  copyPath(from[name] as Record<string, unknown>, to[name] as Record<string, unknown>, rest)
}
