import { isValidIBAN } from 'ibantools'
import type { Day } from '#kernel/days.ts'
import { escapeHtml } from '#kernel/html.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { PayerAccount } from '#platform/server/config.ts'
import { MAX_BANK_NAME, writeBankText } from '../rules/bank-text.ts'
import type { BankAccount } from '../rules/payment.ts'

/** An order to a bank to pay publishers. */
export interface PaymentOrder {
  /** At most 35 letters, digits and hyphens. */
  messageId: string
  createdAt: Date
  /** The day on which the bank pays. */
  executionDay: Day
  payer: PayerAccount
  /** At least one. */
  payments: readonly Payment[]
}

/** A payment to one account, in whole cents. */
export interface Payment {
  payoutId: string
  amount: Amount
  bank: BankAccount
  /** What the recipient reads on the statement of its account; at most 140 characters are sent. */
  note: string
}

/**
 * Writes an order as ISO 20022 pain.001.001.09 (CustomerCreditTransferInitiationV09). Texts have only the characters
 * that every bank accepts, and no more than the schema allows.
 */
export function writePaymentOrder(order: PaymentOrder): string {
  const { messageId, createdAt, executionDay, payer, payments } = order
  const sum = formatAmount(
    payments.reduce((total, { amount }) => total + amount, 0n),
    2,
  )
  const totals = [element('NbOfTxs', String(payments.length)), element('CtrlSum', sum)]
  const name = element('Nm', toBankText(payer.name, MAX_BANK_NAME))
  const header = element(
    'GrpHdr',
    element('MsgId', messageId),
    element('CreDtTm', createdAt.toISOString()),
    ...totals,
    element('InitgPty', name),
  )
  const information = element(
    'PmtInf',
    element('PmtInfId', messageId),
    element('PmtMtd', 'TRF'),
    ...totals,
    element('ReqdExctnDt', element('Dt', executionDay)),
    element('Dbtr', name),
    element('DbtrAcct', element('Id', element('IBAN', payer.iban))),
    element('DbtrAgt', writeBank(payer.bic, '')),
    element('ChrgBr', 'SHAR'),
    ...payments.map(writePayment),
  )
  const root = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">`
  const content = element('CstmrCdtTrfInitn', header, information)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}${content}</Document>\n`
}

function writePayment({ payoutId, amount, bank, note }: Payment): string {
  const isIban = isValidIBAN(bank.accountNumber)
  const account = isIban
    ? element('IBAN', bank.accountNumber)
    : element('Othr', element('Id', toBankText(bank.accountNumber, 34)))
  // The bank of an IBAN is known without its BIC.
  const agent = isIban && bank.swiftCode === '' ? '' : element('CdtrAgt', writeBank(bank.swiftCode, bank.bankName))
  return element(
    'CdtTrfTxInf',
    element('PmtId', element('EndToEndId', payoutId.replaceAll('-', ''))),
    element('Amt', `<InstdAmt Ccy="${BASE_CURRENCY}">${formatAmount(amount, 2)}</InstdAmt>`),
    agent,
    element('Cdtr', element('Nm', toBankText(bank.accountName, MAX_BANK_NAME))),
    element('CdtrAcct', element('Id', account)),
    element('RmtInf', element('Ustrd', toBankText(note, 140))),
  )
}

function writeBank(bic: string, name: string): string {
  const known = bic === '' ? '' : element('BICFI', bic)
  const named = name === '' ? '' : element('Nm', toBankText(name, 140))
  const content = known + named
  return element('FinInstnId', content === '' ? element('Othr', element('Id', 'NOTPROVIDED')) : content)
}

/** Writes an element with content that is XML already. */
function element(name: string, ...content: string[]): string {
  return `<${name}>${content.join('')}</${name}>`
}

/** Writes a text of XML as banks accept it, see `writeBankText`. */
export function toBankText(text: string, max: number): string {
  return escapeHtml(writeBankText(text, max))
}
