/** The languages of the date picker (specification 2, section 2). */
export const DATE_LANGUAGES = ['zh', 'en', 'ro', 'fr', 'es', 'pt-br', 'ru', 'de', 'it', 'cs', 'sl'] as const

/** One of `DATE_LANGUAGES`. */
export type DateLanguage = (typeof DATE_LANGUAGES)[number]

/**
 * Chooses the language of a date picker. `page` is the language of the page; unless the reader has chosen it, the first
 * of the browser's languages that the picker has takes precedence over English.
 */
export function chooseDateLanguage(
  page: 'en' | 'zh',
  { isChosen, preferred }: { isChosen: boolean; preferred: readonly string[] },
): DateLanguage {
  if (page === 'zh' || isChosen) return page
  for (const tag of preferred) {
    const language = findDateLanguage(tag)
    if (language) return language
  }
  return page
}

/** Finds the language of a tag such as `de-AT`. The picker's only Portuguese is that of Brazil. */
function findDateLanguage(tag: string): DateLanguage | undefined {
  const [base = ''] = tag.toLowerCase().split('-')
  return DATE_LANGUAGES.find((language) => language.split('-')[0] === base)
}
