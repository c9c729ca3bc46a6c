import { COUNTRY_CODES, getCountryName } from './lists/countries.ts'

/** The region of a domain that sells worldwide. */
export const GLOBAL_REGION = 'GLOBAL'

/** Whether the code is a country of the network's list or `GLOBAL`. */
export function isRegionCode(code: string): boolean {
  return code === GLOBAL_REGION || COUNTRY_CODES.includes(code)
}

/** The name of a region in the reader's language. */
export function regionName(code: string, locale: 'en' | 'zh'): string {
  if (code === GLOBAL_REGION) return locale === 'zh' ? '全球' : 'Global'
  return getCountryName(code, locale)
}
