import type { PayoutStatus } from '../contract/vocabulary.ts'

/** Whether a statement is the invoice of its publisher, or why it is none. */
export type InvoiceState = 'invoice' | 'returned' | 'no_consent' | 'no_vat_id' | 'no_network_data' | 'same_country'

/** What decides whether a statement is an invoice. */
export interface InvoiceFacts {
  status: PayoutStatus
  selfBillingVersion: string | null
  /** Of the publisher; with the letters of its country, or empty. */
  vatId: string
  /** An ISO 3166 code of the publisher, or empty. */
  country: string
  /** What the network had configured when the statement was issued; empty without it. */
  network: { legalIdentity: string; vatId: string }
}

/**
 * Says whether a statement is the publisher's invoice by self-billing (VAT directive 2006/112/EC, articles 224 and
 * 226): with its consent, the VAT ids of both and the legal data of the network. No VAT is computed, so it is no
 * invoice between two parties of one country, where the publisher would have to charge it; across a border the network
 * owes it.
 */
export function getInvoiceState({ status, selfBillingVersion, vatId, country, network }: InvoiceFacts): InvoiceState {
  if (status === 'returned') return 'returned'
  if (selfBillingVersion === null) return 'no_consent'
  if (vatId === '') return 'no_vat_id'
  if (network.legalIdentity.trim() === '' || network.vatId === '') return 'no_network_data'
  // Not every VAT id begins with the letters of its country; that of the network does. Those of Greece begin with EL.
  const networkCountry = network.vatId.slice(0, 2)
  const isSame = [vatId.slice(0, 2), country === 'GR' ? 'EL' : country].includes(networkCountry)
  return isSame ? 'same_country' : 'invoice'
}
