import { expect, test } from 'vitest'
import { getInvoiceState } from './invoice.ts'
import type { InvoiceFacts } from './invoice.ts'

const facts: InvoiceFacts = {
  status: 'paid',
  selfBillingVersion: '2026-11',
  vatId: 'FR12345678901',
  country: 'FR',
  network: { legalIdentity: 'Gardens GmbH', vatId: 'DE123456788' },
}

test.each<[string, Partial<InvoiceFacts>]>([
  ['invoice', {}],
  ['returned', { status: 'returned' }],
  ['no_consent', { selfBillingVersion: null }],
  ['no_vat_id', { vatId: '' }],
  ['no_network_data', { network: { legalIdentity: '', vatId: 'DE123456788' } }],
  ['no_network_data', { network: { legalIdentity: 'Gardens GmbH', vatId: '' } }],
  ['same_country', { vatId: 'DE999999999' }],
  [
    'same_country',
    { vatId: '201912345K', country: 'SG', network: { legalIdentity: 'Gardens', vatId: 'SG201912346K' } },
  ],
  ['same_country', { country: 'GR', network: { legalIdentity: 'Gardens', vatId: 'EL123456789' } }],
])('a statement is %s with %j', (state, change) => {
  expect(getInvoiceState({ ...facts, ...change })).toBe(state)
})
