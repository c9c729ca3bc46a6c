import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import { plainText, publisherEmail, requiredText } from '#kernel/text.ts'

const path = '/api/v1/account/publishers/me/payment'

const BankView = z.object({
  accountName: z.string(),
  /** Only the last four characters are readable. */
  accountNumber: z.string(),
  /** ISO 3166 code. */
  country: z.string(),
  address: z.string(),
  swiftCode: z.string(),
  bankName: z.string(),
  branchName: z.string(),
})

const PaymentView = z.object({
  /** The balance from which on the publisher wants to be paid, with two decimals. */
  threshold: z.string(),
  currency: z.string(),
  payEmail: z.string(),
  billingEmail: z.string(),
  bank: BankView.nullable(),
  /** When the PayPal e-mail or the bank account last changed. */
  changed_at: z.iso.datetime().nullable(),
  /** No payout is made before this time because of that change; null when it is over. */
  payouts_wait_until: z.iso.datetime().nullable(),
  /** Since when and why the operator has stopped the payouts; null while they are made. */
  hold: z.object({ since: z.iso.datetime(), reason: z.string() }).nullable(),
})

/** How a publisher is paid (specification 2, section 3). */
export type PaymentView = z.infer<typeof PaymentView>

const done = z.object({ success: z.literal(true), message: z.string() })

/** Reads how the publisher is paid. */
export const getPaymentCall = endpoint({
  method: 'GET',
  path,
  access: 'publisher-closed',
  encoding: 'none',
  summary: 'How you are paid; the bank account is masked',
  reply: z.object({ success: z.literal(true), data: PaymentView }),
})

/** Saves threshold, PayPal e-mail and billing e-mail. */
export const savePaymentCall = endpoint({
  method: 'POST',
  path,
  access: 'publisher-closed',
  encoding: 'json',
  needsPassword: true,
  summary: 'Save threshold, PayPal e-mail and billing e-mail; needs a verified password',
  body: z.strictObject({ threshold: z.string().max(20), payEmail: publisherEmail(), billingEmail: publisherEmail() }),
  reply: done,
})

/** Saves the bank account. In a country with IBANs the account number is one. */
export const saveBankCall = endpoint({
  method: 'POST',
  path: `${path}/bank`,
  access: 'publisher-closed',
  encoding: 'json',
  needsPassword: true,
  summary: 'Save your bank account; needs a verified password',
  body: z.strictObject({
    accountName: requiredText(120),
    accountNumber: requiredText(60),
    country: z.enum(COUNTRY_CODES as [string, ...string[]], coded('choice')),
    address: plainText(300).default(''),
    swiftCode: plainText(20).default(''),
    bankName: plainText(120).default(''),
    branchName: plainText(120).default(''),
  }),
  reply: done,
})

/** Removes the bank account. Answers 404 when there is none. */
export const removeBankCall = endpoint({
  method: 'POST',
  path: `${path}/bank/remove`,
  access: 'publisher-closed',
  encoding: 'json',
  needsPassword: true,
  summary: 'Remove your bank account; needs a verified password',
  reply: done,
})
