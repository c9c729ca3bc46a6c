import { expect, test } from 'vitest'
import { checkForm, getLastDay, isOtherIdentity, listForms } from './rules.ts'
import type { LegalInput, TaxFormType } from './rules.ts'

const readCode = (work: () => unknown) => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['person', 'DE', ['W-8BEN', 'W-9']],
  ['company', 'DE', ['W-8BEN-E', 'W-9']],
  ['person', 'US', ['W-9']],
  ['company', 'US', ['W-9']],
] as const)('a %s in %s hands in %j', (kind, country, forms) => {
  expect(listForms({ kind, country })).toEqual(forms)
})

test.each([
  ['W-8BEN', '2026-01-01', '2029-12-31'],
  ['W-8BEN-E', '2026-12-31', '2029-12-31'],
  ['W-9', '2026-05-01', null],
] as const)('a %s that was signed on %s holds until %s', (form, signedOn, until) => {
  expect(getLastDay(form, signedOn)).toBe(until)
})

test.each<[TaxFormType, string, string | undefined]>([
  ['W-8BEN', '2026-05-01', undefined],
  ['W-8BEN', '2026-05-02', 'tax.signed_later'],
  ['W-8BEN', '2022-12-31', 'tax.ended'],
  ['W-8BEN', '2023-01-01', undefined],
  ['W-9', '1999-01-01', undefined],
  ['W-8BEN-E', '2026-05-01', 'tax.other_form'],
])('a %s of %s is handed in on 1 May 2026: %s', (form, signedOn, code) => {
  const given = { admitted: listForms({ kind: 'person', country: 'DE' }), today: '2026-05-01' }
  expect(readCode(() => checkForm({ form, signedOn }, given))).toBe(code)
})

test('a form has to be verified again for another name, kind or country', () => {
  const before: LegalInput = { legalName: 'M', kind: 'person', address: 'A', zipCode: '1', country: 'DE', vatId: '' }
  const isOther = (change: Partial<LegalInput>) => isOtherIdentity(before, { ...before, ...change })
  expect([{ legalName: 'N' }, { kind: 'company' as const }, { country: 'FR' }].map(isOther)).toEqual([true, true, true])
  expect([{}, { address: 'B' }, { zipCode: '2' }, { vatId: 'DE1' }].map(isOther)).toEqual([false, false, false, false])
})
