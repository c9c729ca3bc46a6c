import type { Generated } from 'kysely'

/** The id is the publisher's. The PayPal e-mail is part of the publisher's profile. */
export interface PaymentDetailTable {
  id: bigint
  /** In 1/10,000 USD. */
  thresholdAmount: Generated<bigint>
  billingEmail: Generated<string>
  /** `BankAccount` as sealed JSON. */
  bankSealed: Buffer | null
  /** When the PayPal e-mail or the bank account last changed. */
  destinationChangedAt: Date | null
}

/** The tables that this domain owns. */
export interface PayoutTables {
  paymentDetail: PaymentDetailTable
}
