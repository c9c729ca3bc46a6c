import type { RouterContextProvider } from 'react-router'
import type { TextDomain, Texts } from '#texts/texts.ts'
import { sessionContext } from './call-context.ts'

/** The texts that a page needs, and its document title: the text at `title`, a path such as `programs.offers.title`. */
export function pageHead(context: Readonly<RouterContextProvider>, title: string, domains: readonly TextDomain[]) {
  const session = context.get(sessionContext)
  const texts: Texts = session.texts(...domains)
  let text: unknown = texts
  for (const name of title.split('.')) text = (text as Record<string, unknown> | undefined)?.[name]
  return { texts, title: `${typeof text === 'string' ? text : title} · ${session.brand.name}` }
}

/** The document title that a loader answered with `pageHead`. */
export function titleMeta({ loaderData }: { loaderData?: { title: string } | undefined }) {
  return [{ title: loaderData?.title ?? '' }]
}
