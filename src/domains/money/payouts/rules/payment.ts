import { HOUR_MS } from '#kernel/days.ts'
import { AMOUNT_SCALE, parseAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { countrySpecs, electronicFormatIBAN, extractBIC, isValidBIC, isValidIBAN } from 'ibantools'
import { invalidField } from '#kernel/errors.ts'
import { isBankName } from './bank-text.ts'

/** The smallest amount that the network pays (specification 2, section 9). */
export const MINIMUM_PAYOUT: Amount = 100n * AMOUNT_SCALE

/** Returns the smallest payment of a publisher: its threshold, when that is above the network's minimum. */
export function getMinimum(threshold: Amount): Amount {
  return threshold > MINIMUM_PAYOUT ? threshold : MINIMUM_PAYOUT
}

/** A bank account as it is sealed. */
export interface BankAccount {
  accountName: string
  /** An IBAN in a country that has them. */
  accountNumber: string
  /** ISO 3166 code. */
  country: string
  address: string
  swiftCode: string
  bankName: string
  branchName: string
}

/** Payouts wait this long after a change of where they go. */
const WAIT_MS = 48 * HOUR_MS

/** Returns until when payouts wait because of a change; undefined when they do not wait. */
export function getWaitUntil(changedAt: Date | null, now: Date): Date | undefined {
  if (changedAt === null) return undefined
  const until = new Date(changedAt.getTime() + WAIT_MS)
  return until > now ? until : undefined
}

const MAX_THRESHOLD: Amount = 1_000_000n * AMOUNT_SCALE

/** Reads a threshold. Refuses other text than a plain decimal up to a million. */
export function readThreshold(text: string): Amount {
  const amount = parseAmount(text.trim())
  if (amount !== undefined && amount <= MAX_THRESHOLD) return amount
  throw invalidField('threshold', { code: 'program.amount' })
}

function hasIban(country: string): boolean {
  return countrySpecs[country]?.IBANRegistry === true
}

const ACCOUNT_NUMBER = /^[A-Z0-9]{4,34}$/

/**
 * Checks a bank account by its country and returns it without blanks in its numbers. With IBANs the number is an IBAN
 * of that country, and the BIC may be missing. Elsewhere BIC and bank name are required, and the BIC is of that
 * country. The name is in Latin letters, because payment files have no others.
 */
export function readBankAccount(input: BankAccount): BankAccount {
  const { country } = input
  const accountNumber = electronicFormatIBAN(input.accountNumber) ?? ''
  const swiftCode = input.swiftCode.replaceAll(/\s/g, '').toUpperCase()
  const isRightNumber = hasIban(country)
    ? isValidIBAN(accountNumber) && accountNumber.startsWith(country)
    : ACCOUNT_NUMBER.test(accountNumber)
  if (!isRightNumber) {
    throw invalidField('accountNumber', { code: hasIban(country) ? 'payment.iban' : 'payment.account_number' })
  }
  if (!isBankName(input.accountName)) throw invalidField('accountName', { code: 'payment.latin_name' })
  if (!isRightBic(swiftCode, country)) throw invalidField('swiftCode', { code: 'payment.bic' })
  if (!hasIban(country) && input.bankName === '') throw invalidField('bankName', { code: 'required' })
  return { ...input, accountNumber, swiftCode }
}

function isRightBic(bic: string, country: string): boolean {
  if (bic === '') return hasIban(country)
  if (!isValidBIC(bic)) return false
  // Banks of some territories have the BIC of the country that they belong to.
  return hasIban(country) || extractBIC(bic).countryCode === country
}

/** Hides all but the last four characters. */
export function maskNumber(number: string): string {
  return `•••• ${number.slice(-4)}`
}
