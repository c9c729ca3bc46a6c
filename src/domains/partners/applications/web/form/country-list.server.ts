import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min'
import { COUNTRY_CODES, getCountryName } from '#kernel/lists/countries.ts'
import type { Locale } from '#texts/texts.ts'
import type { Country } from './countries.ts'

const lists = new Map<Locale, readonly Country[]>()

/** Lists all countries by name, with their names in a language and their dial codes. Each list is built once. */
export function countryList(locale: Locale): readonly Country[] {
  const list = lists.get(locale) ?? buildList(locale)
  lists.set(locale, list)
  return list
}

function buildList(locale: Locale): readonly Country[] {
  const { compare } = new Intl.Collator(locale)
  return COUNTRY_CODES.map((code): Country => [code, getCountryName(code, locale), getDialCode(code)]).toSorted(
    ([, one], [, other]) => compare(one, other),
  )
}

/** Returns an empty text for a territory without a dial code. */
function getDialCode(code: string): string {
  return isSupportedCountry(code) ? getCountryCallingCode(code) : ''
}
