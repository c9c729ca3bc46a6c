import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import type { Locale } from '#texts/texts.ts'
import type { Country } from './countries.ts'

const lists = new Map<Locale, readonly Country[]>()

/** All countries with their names in a language and their dial codes, by name. Made once: pages only carry it along. */
export function countryList(locale: Locale): readonly Country[] {
  const list = lists.get(locale) ?? makeList(locale)
  lists.set(locale, list)
  return list
}

function makeList(locale: Locale): readonly Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return COUNTRY_CODES.map((code): Country => [code, names.of(code) ?? code, getDialCode(code)]).toSorted(
    ([, one], [, other]) => compare(one, other),
  )
}

/** Some territories without inhabitants have none. */
function getDialCode(code: string): string {
  return isSupportedCountry(code) ? getCountryCallingCode(code) : ''
}
