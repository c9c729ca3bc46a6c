import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { plainText, requiredText } from '#kernel/text.ts'

const path = '/api/v1/operator/payment-instructions'

/** How advertisers pay the network. */
export const InstructionsView = z.object({
  account_holder: z.string(),
  /** An IBAN, or what else numbers the account, without blanks. */
  account: z.string(),
  /** The bank and its BIC; empty where the account says it. */
  bank: z.string(),
  /** What else a payer has to know; else empty. */
  note: z.string(),
})

/** @see InstructionsView */
export type InstructionsView = z.infer<typeof InstructionsView>

/** Reads how advertisers pay the network. */
export const getPaymentInstructionsCall = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  encoding: 'none',
  summary: 'The bank account that brands are told to pay to, and the sum whose lack begins the dates of warnings',
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      /** Null until an operator has set them. */
      instructions: InstructionsView.nullable(),
      /** What has to be missing before joins end, in USD with four decimals. */
      smallest_missing: z.string(),
      changed_at: z.iso.datetime().nullable(),
      /** The account from which the network pays publishers, as a proposal; null without one. */
      paying_account: InstructionsView.pick({ account_holder: true, account: true, bank: true }).nullable(),
    }),
  }),
})

/** Sets how advertisers pay the network. */
export const setPaymentInstructionsCall = endpoint({
  method: 'POST',
  path,
  access: 'operator',
  encoding: 'json',
  needsPassword: true,
  summary: 'Set the bank account that brands are told to pay to; payments on it count in files of the bank',
  body: z.strictObject({
    account_holder: requiredText(120),
    account: requiredText(60),
    bank: plainText(120).default(''),
    note: plainText(300).default(''),
    smallest_missing: requiredText(20),
  }),
  reply: z.object({ success: z.literal(true) }),
})
