import { COUNTRY_CODES } from '#kernel/lists/countries.ts'

/** ISO code, name in the visitor's language, and dial code without plus; empty where there is none. */
export type Country = readonly [code: string, name: string, dialCode: string]

/** How a form names a country: by its code in lower case, or by its position from 1. */
export type CountryNaming = 'code' | 'position'

/** Returns the value of a country in a form. */
export function countryValue([code]: Country, naming: CountryNaming): string {
  return naming === 'code' ? code.toLowerCase() : String(COUNTRY_CODES.indexOf(code) + 1)
}

/**
 * Finds the countries that match a search by a part of the name, the code, or the beginning of the dial code. The best
 * matches come first.
 */
export function findCountries(countries: readonly Country[], typed: string): readonly Country[] {
  const wanted = plain(typed)
  if (wanted === '') return countries
  const digits = wanted.replace(/^\+/, '')
  const getRank = ([code, name, dialCode]: Country) => {
    const words = plain(name)
    if (code.toLowerCase() === wanted || dialCode === digits) return 0
    if (words.startsWith(wanted)) return 1
    return words.includes(wanted) || (dialCode !== '' && dialCode.startsWith(digits)) ? 2 : 3
  }
  const ranked = countries.map((country) => [getRank(country), country] as const)
  return [0, 1, 2].flatMap((rank) => ranked.filter(([own]) => own === rank).map(([, country]) => country))
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}

/** Returns the address of a country's flag. */
export function toFlag(code: string): string {
  return `/static/flags/${code}.svg`
}
