import { invalidField } from './errors.ts'

const OTHER_VAT_ID = /^[A-Z0-9]{2,20}$/

/** The VAT ids of countries that have a format: the letters they begin with, and the rest. */
const VAT_FORMATS: Readonly<Record<string, readonly [letters: string, rest: RegExp]>> = {
  AT: ['AT', /^U\d{8}$/],
  BE: ['BE', /^[01]\d{9}$/],
  BG: ['BG', /^\d{9,10}$/],
  CH: ['CHE', /^\d{9}(MWST|TVA|IVA)?$/],
  CY: ['CY', /^\d{8}[A-Z]$/],
  CZ: ['CZ', /^\d{8,10}$/],
  DE: ['DE', /^\d{9}$/],
  DK: ['DK', /^\d{8}$/],
  EE: ['EE', /^\d{9}$/],
  ES: ['ES', /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/],
  FI: ['FI', /^\d{8}$/],
  FR: ['FR', /^[A-HJ-NP-Z0-9]{2}\d{9}$/],
  GB: ['GB', /^(\d{9}|\d{12}|(GD|HA)\d{3})$/],
  GR: ['EL', /^\d{9}$/],
  HR: ['HR', /^\d{11}$/],
  HU: ['HU', /^\d{8}$/],
  IE: ['IE', /^(\d{7}[A-Z]{1,2}|\d[A-Z]\d{5}[A-Z])$/],
  IT: ['IT', /^\d{11}$/],
  LT: ['LT', /^(\d{9}|\d{12})$/],
  LU: ['LU', /^\d{8}$/],
  LV: ['LV', /^\d{11}$/],
  MT: ['MT', /^\d{8}$/],
  NL: ['NL', /^\d{9}B\d{2}$/],
  NO: ['NO', /^\d{9}(MVA)?$/],
  PL: ['PL', /^\d{10}$/],
  PT: ['PT', /^\d{9}$/],
  RO: ['RO', /^[1-9]\d{1,9}$/],
  SE: ['SE', /^\d{12}$/],
  SI: ['SI', /^\d{8}$/],
  SK: ['SK', /^\d{10}$/],
}

/**
 * Reads a VAT id of a country: without blanks, dots and hyphens, in upper case, and with the letters of the country
 * where its ids begin with them. Refuses the field when it has not the format of the country; elsewhere it is 2 to 20
 * letters and digits. An empty one stays empty.
 */
export function readVatId(given: string, { country, field }: { country: string; field: string }): string {
  const text = given.replaceAll(/[\s.\-/]/g, '').toUpperCase()
  if (text === '') return ''
  const format = VAT_FORMATS[country]
  if (!format) {
    if (OTHER_VAT_ID.test(text)) return text
    throw invalidField(field, { code: 'tax.vat_id' })
  }
  const [letters, pattern] = format
  const rest = text.startsWith(letters) ? text.slice(letters.length) : text
  if (!pattern.test(rest)) throw invalidField(field, { code: 'tax.vat_id' })
  return `${letters}${rest}`
}
