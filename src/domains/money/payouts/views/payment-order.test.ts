import { describe, expect, test } from 'vitest'
import { payeeBank } from '#test/support/payees.ts'
import { toBankText, writePaymentOrder } from './payment-order.ts'
import type { PaymentOrder } from './payment-order.ts'

const payment = {
  payoutId: '0199f0a2-7c11-7abc-8def-0123456789ab',
  amount: 1_600_000n,
  bank: payeeBank,
  note: 'Tandem payout 2026-09',
}
const foreignBank = {
  ...payeeBank,
  accountNumber: '12345678',
  country: 'US',
  swiftCode: 'CHASUS33',
  bankName: 'Chase & Co.',
}
const order: PaymentOrder = {
  messageId: '0199f0a27c117abc8def0123456789ab-1',
  createdAt: new Date('2026-10-05T08:00:00Z'),
  executionDay: '2026-10-06',
  payer: { name: 'Tandem', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
  payments: [payment],
}

/** The names of the elements below one, in their order. */
function listChildren(xml: string, parent: string): string[] {
  const content = new RegExp(`<${parent}>(.*?)</${parent}>`, 's').exec(xml)?.[1] ?? ''
  const names: string[] = []
  let depth = 0
  for (const [, slash, name = ''] of content.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (slash === '' && depth === 0) names.push(name)
    depth += slash === '' ? 1 : -1
  }
  return names
}

const INFORMATION =
  'PmtInfId PmtMtd NbOfTxs CtrlSum ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf CdtTrfTxInf'.split(' ')

describe('an order of payments', () => {
  const xml = writePaymentOrder({ ...order, payments: [payment, { ...payment, bank: foreignBank, amount: 10_100n }] })

  test.each([
    ['CstmrCdtTrfInitn', ['GrpHdr', 'PmtInf']],
    ['GrpHdr', ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty']],
    ['PmtInf', INFORMATION],
    ['CdtTrfTxInf', ['PmtId', 'Amt', 'Cdtr', 'CdtrAcct', 'RmtInf']],
    ['ReqdExctnDt', ['Dt']],
    ['DbtrAgt', ['FinInstnId']],
  ])('has the elements of %s in the order of the schema', (parent, children) => {
    expect(listChildren(xml, parent)).toEqual(children)
  })

  test('counts and sums its payments in both places', () => {
    expect(xml.match(/<NbOfTxs>2<\/NbOfTxs><CtrlSum>161\.01<\/CtrlSum>/g)).toHaveLength(2)
    expect(xml).toContain('<InstdAmt Ccy="USD">160.00</InstdAmt>')
  })

  test('names payments and messages in at most 35 characters', () => {
    const ids = [...xml.matchAll(/<(?:MsgId|PmtInfId|EndToEndId)>([^<]*)</g)].map(([, id = '']) => id.length)
    expect(ids).toHaveLength(4)
    expect(Math.max(...ids)).toBeLessThanOrEqual(35)
  })

  test.each([
    ['an IBAN without BIC has no bank', payeeBank, []],
    ['an IBAN with BIC', { ...payeeBank, swiftCode: 'DEUTDEFF' }, ['<BICFI>DEUTDEFF</BICFI>']],
    [
      'another account number',
      foreignBank,
      ['<Othr><Id>12345678</Id></Othr>', '<BICFI>CHASUS33</BICFI><Nm>Chase + Co.'],
    ],
  ])('names the bank: %s', (_name, bank, parts) => {
    const written = writePaymentOrder({ ...order, payments: [{ ...payment, bank }] })
    for (const part of parts) expect(written).toContain(part)
    expect(written.includes('<CdtrAgt>')).toBe(parts.length > 0)
  })

  test('says that the BIC of the payer is not given', () => {
    const written = writePaymentOrder({ ...order, payer: { ...order.payer, bic: '' } })
    expect(written).toContain('<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>')
  })
})

test.each([
  ['Zoë Müller & Søn', 140, 'Zoe Muller + Son'],
  ['Straße <b>"x"</b>', 140, 'Strasse .b..x../b.'],
  ['//a//b/', 140, 'a/b'],
  ["O'Neil", 140, 'O&#39;Neil'],
  ['陈美', 140, '..'],
  ['', 140, '.'],
  ['a'.repeat(200), 140, 'a'.repeat(140)],
])('writes %j with the characters of banks', (text, max, expected) => {
  expect(toBankText(text, max)).toBe(expected)
})
