import { isDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { parseAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { findElement, listElements, readAttribute, readText } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** A payment that a bank booked, or will book. */
export interface BankEntry {
  /** Counts the payments of the file from 1. */
  line: number
  /** What the bank calls it; the same in each file that contains it. */
  reference: string
  /** What the bank calls the entry within its file; empty for none. */
  entryReference: string
  /** Undefined when the file says no amount of this payment. */
  amount: Amount | undefined
  /** As the file says it; mostly a code of ISO 4217. */
  currency: string
  direction: 'in' | 'out'
  /** Whether it takes back an earlier payment. */
  isReversal: boolean
  isBooked: boolean
  /** Undefined when the file says no day. */
  day: Day | undefined
  /** The id that the payer gave it; empty for none. */
  endToEndId: string
  /** The id of the order of payments that it belongs to; empty for none. */
  batchId: string
  /** Who paid, or was paid. */
  counterparty: string
  /** What the payer wrote, and why a payment came back. */
  text: string
  returnReason: string
}

const ROOTS = ['BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'] as const
const LISTS: Record<(typeof ROOTS)[number], string> = { BkToCstmrStmt: 'Stmt', BkToCstmrDbtCdtNtfctn: 'Ntfctn' }

/**
 * Lists the payments of a statement (camt.053) or a notification (camt.054) of any version; undefined for other XML. An
 * entry of several payments is listed as these when it says the amount of each, and as one otherwise.
 */
export function listBankEntries(root: XmlElement): BankEntry[] | undefined {
  const document = findElement(root, 'Document')
  const name = ROOTS.find((each) => findElement(document, each) !== undefined)
  if (!name) return undefined
  const entries: BankEntry[] = []
  for (const statement of listElements(document, name, LISTS[name])) {
    const statementId = readText(statement, 'Id')
    for (const [index, entry] of listElements(statement, 'Ntry').entries()) {
      for (const payment of readEntry(entry, `${statementId}/${index + 1}`)) {
        entries.push({ ...payment, line: entries.length + 1 })
      }
    }
  }
  return entries
}

type Payment = Omit<BankEntry, 'line'>

function readEntry(entry: XmlElement, fallback: string): Payment[] {
  const details = listElements(entry, 'NtryDtls', 'TxDtls')
  const amount = findElement(entry, 'Amt')
  const reference = readText(entry, 'AcctSvcrRef') || readText(entry, 'NtryRef') || fallback
  const day = readDay(entry, 'BookgDt') ?? readDay(entry, 'ValDt')
  const status = readText(entry, 'Sts', 'Cd') || readText(entry, 'Sts') || 'BOOK'
  const whole = {
    reference: reference.slice(0, 100),
    entryReference: readText(entry, 'NtryRef').slice(0, 100),
    amount: parseAmount(readText(amount)),
    currency: readAttribute(amount, 'Ccy'),
    direction: readDirection(entry) ?? 'out',
    isReversal: readText(entry, 'RvslInd') === 'true',
    isBooked: status === 'BOOK',
    day,
    batchId: readText(entry, 'NtryDtls', 'Btch', 'PmtInfId') || readText(entry, 'NtryDtls', 'Btch', 'MsgId'),
  }
  const amounts = details.map(findAmount)
  const isSingle = details.length <= 1
  if (isSingle || amounts.some((each) => each === undefined)) {
    return [{ ...whole, ...readDetails(isSingle ? details[0] : undefined, entry), batchId: whole.batchId }]
  }
  return details.map((detail, index) => ({
    ...whole,
    ...readDetails(detail, entry),
    entryReference: `${whole.entryReference}/${index + 1}`,
    reference: (readText(detail, 'Refs', 'AcctSvcrRef') || `${reference}/${index + 1}`).slice(0, 100),
    amount: parseAmount(readText(amounts[index])),
    currency: readAttribute(amounts[index], 'Ccy'),
    direction: readDirection(detail) ?? whole.direction,
    batchId: '',
  }))
}

/** Finds the amount in the currency of the account. */
function findAmount(detail: XmlElement): XmlElement | undefined {
  return findElement(detail, 'Amt') ?? findElement(detail, 'AmtDtls', 'TxAmt', 'Amt')
}

function readDirection(element: XmlElement): BankEntry['direction'] | undefined {
  const indicator = readText(element, 'CdtDbtInd')
  if (indicator === '') return undefined
  return indicator === 'CRDT' ? 'in' : 'out'
}

function readDay(entry: XmlElement, name: string): Day | undefined {
  const day = (readText(entry, name, 'Dt') || readText(entry, name, 'DtTm')).slice(0, 10)
  return isDay(day) ? day : undefined
}

function readDetails(detail: XmlElement | undefined, entry: XmlElement) {
  const endToEndId = readText(detail, 'Refs', 'EndToEndId').replace(/^NOTPROVIDED$/, '')
  const written = [
    ...listElements(detail, 'RmtInf', 'Ustrd').map((each) => readText(each)),
    ...listElements(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map((each) => readText(each)),
    ...listElements(detail, 'RmtInf', 'Strd', 'RfrdDocInf', 'Nb').map((each) => readText(each)),
    endToEndId,
    readText(entry, 'AddtlNtryInf'),
  ]
  const reason = [
    readText(detail, 'RtrInf', 'Rsn', 'Cd') || readText(detail, 'RtrInf', 'Rsn', 'Prtry'),
    ...listElements(detail, 'RtrInf', 'AddtlInf').map((each) => readText(each)),
  ]
  return {
    endToEndId,
    counterparty: readCounterparty(detail).slice(0, 140),
    text: join(written).slice(0, 500),
    returnReason: join(reason).slice(0, 300),
  }
}

function readCounterparty(detail: XmlElement | undefined): string {
  const parties = findElement(detail, 'RltdPties')
  const isIn = readDirection(detail ?? {}) !== 'out'
  const names = (isIn ? ['Dbtr', 'Cdtr'] : ['Cdtr', 'Dbtr']).flatMap((party) => [
    readText(parties, party, 'Pty', 'Nm'),
    readText(parties, party, 'Nm'),
  ])
  return names.find((name) => name !== '') ?? ''
}

function join(texts: readonly string[]): string {
  return [...new Set(texts.filter((text) => text !== ''))].join(' ')
}
