import type { ErrorCode } from '#kernel/error-codes.ts'
import type { Texts } from '#texts/texts.ts'
import type { WebSession } from './call-context.ts'

/**
 * Selects the sentences of some errors for the browser, where `useTexts('errors')` finds them. A group, such as
 * `postback`, selects all its sentences.
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
