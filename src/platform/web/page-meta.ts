import type { RouterContextProvider } from 'react-router'
import type { TextDomain, Texts } from '#texts/texts.ts'
import { sessionContext } from './call-context.ts'

/** The texts that a page needs, and its document title: the text at `title`, a path such as `programs.offers.title`. */
export function pageHead(context: Readonly<RouterContextProvider>, title: string, domains: readonly TextDomain[]) {
  const session = context.get(sessionContext)
  const texts: Texts = session.texts(...domains)
  let text: unknown = texts
  for (const name of title.split('.')) text = (text as Record<string, unknown> | undefined)?.[name]
  return { texts, title: documentTitle(context, typeof text === 'string' ? text : title) }
}

/** A document title: what the page is about, and whose network it belongs to. */
export function documentTitle(context: Readonly<RouterContextProvider>, about: string): string {
  return `${about} · ${context.get(sessionContext).network.name}`
}

/** For `meta` of a page whose loader answered with `pageHead`, or with a `documentTitle` of its own as `title`. */
export function titleMeta({ loaderData }: { loaderData?: { title: string } | undefined }) {
  return [{ title: loaderData?.title ?? '' }]
}
