import { isDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { parseAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { findElement, listElements, readAttribute, readText } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** What a file says of a booking, or of one of its payments. */
interface Described {
  direction: 'in' | 'out'
  /** The id that the payer gave it; empty for none. */
  endToEndId: string
  /** Who paid, or was paid. */
  counterparty: string
  /** What the payer wrote. */
  text: string
  /** Why a payment came back; empty when it did not. */
  returnReason: string
}

/** An entry of an account, as the bank booked or will book it. Its amount is the truth; its details divide it. */
export interface BankBooking {
  /** Counts the entries of the file from 1. */
  line: number
  /** The IBAN of the account, or what else numbers it, without blanks; empty when the file does not say. */
  account: string
  /** What the bank calls it in each file that has it; empty for none. */
  reference: string
  /** What the bank calls it within its file; empty for none. */
  entryReference: string
  /** The statement and the place of the entry in it. */
  place: string
  /** Undefined for what is no amount with four decimals. */
  amount: Amount | undefined
  /** As the file says it; mostly a code of ISO 4217. */
  currency: string
  direction: 'in' | 'out'
  /** Whether it takes back an earlier booking. */
  isReversal: boolean
  /** Whether its status is `BOOK`; any other status, also one of the bank's own, is not. */
  isBooked: boolean
  /** Undefined when the file says no day. */
  day: Day | undefined
  /** The id of the order of payments that it belongs to; empty for none. */
  batchId: string
  /** How many payments it has, if the bank says so. */
  count: number | undefined
  /** What the bank wrote about the whole. */
  text: string
  /** The payments in it, as far as the file has them. */
  details: BankDetail[]
}

/** One payment of a booking. */
export interface BankDetail extends Described {
  /** What the bank calls it; empty for none. */
  reference: string
  /** In the currency of the booking where the file says it in that; undefined when it says no amount. */
  amount: Amount | undefined
  currency: string
  /** What the bank kept of it, in the currency of the booking; undefined when that is not known. */
  charges: Amount | undefined
}

/** A payment that a bank booked, or will book. */
export interface BankEntry
  extends Described, Pick<BankBooking, 'line' | 'entryReference' | 'amount' | 'currency' | 'isReversal' | 'isBooked'> {
  /** What the bank calls it; the same in each file that contains it. */
  reference: string
  day: Day | undefined
  batchId: string
}

const ROOTS = ['BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'] as const
const LISTS: Record<(typeof ROOTS)[number], string> = { BkToCstmrStmt: 'Stmt', BkToCstmrDbtCdtNtfctn: 'Ntfctn' }

/** Lists the entries of a statement (camt.053) or a notification (camt.054) of any version; undefined for other XML. */
export function listBankBookings(root: XmlElement): BankBooking[] | undefined {
  const document = findElement(root, 'Document')
  const name = ROOTS.find((each) => findElement(document, each) !== undefined)
  if (!name) return undefined
  const bookings: BankBooking[] = []
  for (const statement of listElements(document, name, LISTS[name])) {
    const account = readText(statement, 'Acct', 'Id', 'IBAN') || readText(statement, 'Acct', 'Id', 'Othr', 'Id')
    const statementId = readText(statement, 'Id')
    for (const [index, entry] of listElements(statement, 'Ntry').entries()) {
      bookings.push({
        ...readBooking(entry),
        line: bookings.length + 1,
        account: account.replaceAll(/\s/g, '').toUpperCase().slice(0, 40),
        place: `${statementId}/${index + 1}`,
      })
    }
  }
  return bookings
}

/**
 * Lists the payments of the bookings of a file. A booking of several payments is listed as these when it says the
 * amount of each, and as one otherwise.
 */
export function listBankEntries(bookings: readonly BankBooking[]): BankEntry[] {
  return bookings.flatMap(listPayments).map((payment, index) => ({ ...payment, line: index + 1 }))
}

function listPayments(booking: BankBooking): BankEntry[] {
  const { details, ...whole } = booking
  const reference = (booking.reference || booking.entryReference || booking.place).slice(0, 100)
  const isDivided =
    details.length > 1 && details.every(({ amount, currency }) => amount !== undefined || currency !== '')
  if (!isDivided) {
    const [only] = details.length === 1 ? details : []
    const { endToEndId = '', counterparty = '', returnReason = '' } = only ?? {}
    const text = join([only?.text ?? '', booking.text]).slice(0, 500)
    return [{ ...whole, reference, endToEndId, counterparty, returnReason, text }]
  }
  return details.map((detail, index) => ({
    ...whole,
    ...detail,
    entryReference: `${booking.entryReference}/${index + 1}`,
    reference: (detail.reference || `${reference}/${index + 1}`).slice(0, 100),
    text: join([detail.text, booking.text]).slice(0, 500),
    batchId: '',
  }))
}

function readBooking(entry: XmlElement): Omit<BankBooking, 'line' | 'account' | 'place'> {
  const amount = findElement(entry, 'Amt')
  const currency = readAttribute(amount, 'Ccy')
  const direction = readDirection(entry) ?? 'out'
  const count = readText(entry, 'NtryDtls', 'Btch', 'NbOfTxs')
  return {
    reference: readText(entry, 'AcctSvcrRef').slice(0, 100),
    entryReference: readText(entry, 'NtryRef').slice(0, 100),
    amount: readAmount(amount),
    currency,
    direction,
    isReversal: /^(true|1)$/.test(readText(entry, 'RvslInd')),
    // Version 2 writes the code itself into the status, later ones below it.
    isBooked: (readText(entry, 'Sts', 'Cd') || readText(entry, 'Sts')) === 'BOOK',
    day: readDay(entry, 'BookgDt') ?? readDay(entry, 'ValDt'),
    batchId: readText(entry, 'NtryDtls', 'Btch', 'PmtInfId') || readText(entry, 'NtryDtls', 'Btch', 'MsgId'),
    count: /^\d{1,9}$/.test(count) ? Number(count) : undefined,
    text: readText(entry, 'AddtlNtryInf').slice(0, 500),
    details: listElements(entry, 'NtryDtls', 'TxDtls').map((detail) => readDetail(detail, { currency, direction })),
  }
}

function readDetail(detail: XmlElement, booking: Pick<BankBooking, 'currency' | 'direction'>): BankDetail {
  const amounts = [
    findElement(detail, 'Amt'),
    ...['TxAmt', 'CntrValAmt', 'InstdAmt'].map((name) => findElement(detail, 'AmtDtls', name, 'Amt')),
  ].filter((each) => each !== undefined)
  const amount = amounts.find((each) => readAttribute(each, 'Ccy') === booking.currency) ?? amounts[0]
  const direction = readDirection(detail) ?? booking.direction
  return {
    reference: readText(detail, 'Refs', 'AcctSvcrRef').slice(0, 100),
    amount: readAmount(amount),
    currency: readAttribute(amount, 'Ccy'),
    charges: readCharges(detail, booking.currency),
    direction,
    ...describe(detail, direction),
  }
}

/** Sums what the bank kept: version 2 lists charges themselves, later ones as records. */
function readCharges(detail: XmlElement, currency: string): Amount | undefined {
  let sum = 0n
  for (const charge of [...listElements(detail, 'Chrgs', 'Rcrd'), ...listElements(detail, 'Chrgs')]) {
    const element = findElement(charge, 'Amt')
    if (!element) continue
    const amount = readAmount(element)
    if (amount === undefined || readAttribute(element, 'Ccy') !== currency) return undefined
    sum += readDirection(charge) === 'in' ? -amount : amount
  }
  return sum
}

/** The schemas allow 18 digits; some banks fill up with zeros. */
const MAX_AMOUNT_CHARACTERS = 60

/**
 * Reads a decimal as XML Schema allows it: with a plus, leading zeros, and no digit on one side of the point. Undefined
 * for a fifth decimal other than zero, which no amount here can hold.
 */
function readAmount(element: XmlElement | undefined): Amount | undefined {
  const text = readText(element)
  if (text.length > MAX_AMOUNT_CHARACTERS) return undefined
  const found = /^\+?(?=\.?\d)0*(\d*)(?:\.(\d{0,4})0*)?$/.exec(text)
  return found ? parseAmount(`${found[1] || '0'}.${(found[2] ?? '').padEnd(4, '0')}`) : undefined
}

function readDirection(element: XmlElement): BankBooking['direction'] | undefined {
  const indicator = readText(element, 'CdtDbtInd')
  if (indicator === '') return undefined
  return indicator === 'CRDT' ? 'in' : 'out'
}

function readDay(entry: XmlElement, name: string): Day | undefined {
  const day = (readText(entry, name, 'Dt') || readText(entry, name, 'DtTm')).slice(0, 10)
  return isDay(day) ? day : undefined
}

function describe(detail: XmlElement, direction: BankDetail['direction']): Omit<Described, 'direction'> {
  const endToEndId = readText(detail, 'Refs', 'EndToEndId').replace(/^NOTPROVIDED$/, '')
  const written = [
    ...listElements(detail, 'RmtInf', 'Ustrd').map((each) => readText(each)),
    ...listElements(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map((each) => readText(each)),
    ...listElements(detail, 'RmtInf', 'Strd', 'RfrdDocInf', 'Nb').map((each) => readText(each)),
    endToEndId,
  ]
  const reason = [
    readText(detail, 'RtrInf', 'Rsn', 'Cd') || readText(detail, 'RtrInf', 'Rsn', 'Prtry'),
    ...listElements(detail, 'RtrInf', 'AddtlInf').map((each) => readText(each)),
  ]
  return {
    endToEndId,
    counterparty: readCounterparty(detail, direction).slice(0, 140),
    text: join(written).slice(0, 500),
    returnReason: join(reason).slice(0, 300),
  }
}

function readCounterparty(detail: XmlElement, direction: BankDetail['direction']): string {
  const parties = findElement(detail, 'RltdPties')
  const names = (direction === 'in' ? ['Dbtr', 'Cdtr'] : ['Cdtr', 'Dbtr']).flatMap((party) => [
    readText(parties, party, 'Pty', 'Nm'),
    readText(parties, party, 'Nm'),
  ])
  return names.find((name) => name !== '') ?? ''
}

/** Joins texts, each once; empty ones are left out. */
export function join(texts: readonly string[]): string {
  return [...new Set(texts.filter((text) => text !== ''))].join(' ')
}
