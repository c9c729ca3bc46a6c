import { expect, test } from 'vitest'
import { readVatId } from './vat-id.ts'

test.each([
  ['DE', ' de 123.456-788 ', 'DE123456788'],
  ['DE', '123456788', 'DE123456788'],
  ['DE', 'DE12345678', undefined],
  ['DE', 'FR12345678901', undefined],
  ['GR', 'EL123456789', 'EL123456789'],
  ['GR', 'GR123456789', undefined],
  ['FR', 'FRXX123456789', 'FRXX123456789'],
  ['NL', '123456789B01', 'NL123456789B01'],
  ['ES', 'ESX1234567R', 'ESX1234567R'],
  ['AT', 'ATU12345678', 'ATU12345678'],
  ['CH', 'CHE-123.456.788 MWST', 'CHE123456788MWST'],
  ['GB', 'GBGD123', 'GBGD123'],
  ['SE', 'SE12345678901', undefined],
  ['AU', '51 824 753 556', '51824753556'],
  ['AU', 'x', undefined],
  ['AU', '<b>1</b>', undefined],
  ['DE', '', ''],
])('in %s the VAT id %j is read as %j', (country, given, expected) => {
  const read = () => readVatId(given, { country, field: 'vat_number' })
  if (expected === undefined) expect(read).toThrow('tax.vat_id')
  else expect(read()).toBe(expected)
})
