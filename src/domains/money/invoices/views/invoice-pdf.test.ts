import { describe, expect, test } from 'vitest'
import { composeInvoice } from './invoice-pdf.ts'

const USD = 10_000n
const address = { legalName: 'Brook Ltd', street: '', postalCode: '', city: '', countryCode: '', vatNumber: '' }
const amounts = { linesAmount: 12n * USD, carriedAmount: 0n, restAmount: 0n, paidAtAmount: 12n * USD }
const days = { month: '2026-10-01', issuedAt: new Date('2026-11-01T00:15:00Z'), dueOn: '2026-11-15' }
const identity = { name: 'Tandem', supportEmail: 'help@tandem.example', legalIdentity: '', vatId: '' }
const network = { ...identity, addressUnitedStates: '', addressHongKong: '' }
const instructions = {
  accountHolder: 'Tandem Ltd',
  account: 'DE89370400440532013000',
  bank: '',
  note: '',
  smallestMissing: 0n,
  changedAt: new Date(0),
}

function listRemarks(amount: bigint): readonly string[] {
  const shown = {
    id: '',
    number: 7,
    advertiserId: 1n,
    advertiserName: 'Brook',
    openAmount: amount,
    state: 'open',
  } as const
  const invoice = { ...shown, ...address, ...amounts, ...days, amount }
  return composeInvoice({ invoice, lines: [] }, { network, locale: 'en', instructions }).remarks
}

describe('the document of an invoice', () => {
  test('says to which account and with which reference it is paid', () => {
    const parts = [
      'Account holder: Tandem Ltd',
      'IBAN or account number: DE89370400440532013000',
      'Reference: INV-00007',
    ]
    expect(listRemarks(12n * USD)).toEqual(expect.arrayContaining(parts))
  })

  test('names no account where nothing is to be paid', () => {
    expect(listRemarks(-12n * USD).join('\n')).not.toContain('DE89')
  })
})
