import type { RouterContextProvider } from 'react-router'
import type { TextChoice, Texts } from '#texts/texts.ts'
import { sessionContext } from './call-context.ts'

/**
 * Returns the texts of a page and its document title. `title` is the path of a text, such as `programs.offers.title`.
 */
export function getPageMeta(context: Readonly<RouterContextProvider>, title: string, choices: readonly TextChoice[]) {
  const session = context.get(sessionContext)
  const texts: Texts = session.texts(...choices)
  let text: unknown = texts
  for (const name of title.split('.')) text = (text as Record<string, unknown> | undefined)?.[name]
  return { texts, title: documentTitle(context, typeof text === 'string' ? text : title) }
}

/** Builds a document title from the subject of the page and the name of the network. */
export function documentTitle(context: Readonly<RouterContextProvider>, about: string): string {
  return `${about} · ${context.get(sessionContext).network.name}`
}

/** The `meta` of a page whose loader returns the result of `getPageMeta`, or a `title` from `documentTitle`. */
export function titleMeta({ loaderData }: { loaderData?: { title: string } | undefined }) {
  return [{ title: loaderData?.title ?? '' }]
}
