import { expect, test } from 'vitest'
import { readVatId } from './vat-id.ts'

test.each([
  ['DE', ' de 123.456-788 ', 'DE123456788'],
  ['DE', '123456788', 'DE123456788'],
  ['GR', 'EL123456789', 'EL123456789'],
  ['FR', 'FRXX123456789', 'FRXX123456789'],
  ['NL', '123456789B01', 'NL123456789B01'],
  ['ES', 'ESX1234567R', 'ESX1234567R'],
  ['AT', 'ATU12345678', 'ATU12345678'],
  ['CH', 'CHE-123.456.788 MWST', 'CHE123456788MWST'],
  ['GB', 'GBGD123', 'GBGD123'],
  ['AU', '51 824 753 556', '51824753556'],
  ['DE', '', ''],
])('in %s the VAT id %j is read as %j', (country, given, expected) => {
  expect(readVatId(given, { country, field: 'vat_number' })).toBe(expected)
})

test.each([
  ['DE', 'DE12345678'],
  ['DE', 'FR12345678901'],
  ['GR', 'GR123456789'],
  ['SE', 'SE12345678901'],
  ['AU', 'x'],
  ['AU', '<b>1</b>'],
])('in %s the VAT id %j is refused', (country, given) => {
  expect(() => readVatId(given, { country, field: 'vat_number' })).toThrow('tax.vat_id')
})
