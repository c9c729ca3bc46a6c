import type { Texts } from '#texts/texts.ts'

interface PageData {
  texts: Texts
  /** Which part of the texts the title stands in; the list's when absent. */
  titleOf?: 'list' | 'review' | 'postbacks' | 'brand'
}

/** The title of a page of this domain in the reader's language. */
export function pageMeta({ loaderData }: { loaderData?: PageData | undefined }) {
  const parts = loaderData?.texts.transactions as Record<string, { title?: string }> | undefined
  return [{ title: `${parts?.[loaderData?.titleOf ?? 'list']?.title ?? ''} · Tandem` }]
}
