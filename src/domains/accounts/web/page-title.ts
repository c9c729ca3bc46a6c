import type { Texts } from '#texts/texts.ts'

/** The document's title from the page's own texts: `key` is a dotted path in the texts of this domain. */
export function titleOf(data: { brand: string; texts: Texts } | undefined, key: string) {
  let text: unknown = data?.texts.accounts
  for (const name of key.split('.')) text = (text as Record<string, unknown> | undefined)?.[name]
  return [{ title: `${typeof text === 'string' ? text : ''} · ${data?.brand ?? ''}` }]
}
