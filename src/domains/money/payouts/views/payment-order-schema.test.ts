import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payeeBank } from '#test/support/payees.ts'
import { writePaymentOrder } from './payment-order.ts'

/** An element of the schema: its name, how often it may occur, and its type or the form of its text. */
type Rule = readonly [name: string, min: number, max: number, content: string | RegExp]

const text = (max: number) => new RegExp(`^[^]{1,${max}}$`, 'u')
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z?$/
const COUNT = /^\d{1,15}$/
const DECIMAL = /^\d{1,17}(\.\d{1,17})?$/
const BEARER = /^(DEBT|CRED|SHAR|SLEV)$/
const NONE: readonly Rule[] = []

/**
 * The order and cardinality of the elements of pain.001.001.09, as the message definition of ISO 20022 has them. What
 * we never write has no rules of its own.
 */
const TYPES: Record<string, readonly Rule[]> = {
  Document: [['CstmrCdtTrfInitn', 1, 1, 'Initiation']],
  Initiation: [
    ['GrpHdr', 1, 1, 'Header'],
    ['PmtInf', 1, Infinity, 'Instruction'],
    ['SplmtryData', 0, Infinity, 'Unused'],
  ],
  Header: [
    ['MsgId', 1, 1, text(35)],
    ['CreDtTm', 1, 1, TIME],
    ['Authstn', 0, 2, 'Unused'],
    ['NbOfTxs', 1, 1, COUNT],
    ['CtrlSum', 0, 1, DECIMAL],
    ['InitgPty', 1, 1, 'Party'],
    ['FwdgAgt', 0, 1, 'Agent'],
  ],
  Instruction: [
    ['PmtInfId', 1, 1, text(35)],
    ['PmtMtd', 1, 1, /^(CHK|TRF|TRA)$/],
    ['BtchBookg', 0, 1, 'Unused'],
    ['NbOfTxs', 0, 1, COUNT],
    ['CtrlSum', 0, 1, DECIMAL],
    ['PmtTpInf', 0, 1, 'Unused'],
    ['ReqdExctnDt', 1, 1, 'DateChoice'],
    ['PoolgAdjstmntDt', 0, 1, DAY],
    ['Dbtr', 1, 1, 'Party'],
    ['DbtrAcct', 1, 1, 'Account'],
    ['DbtrAgt', 1, 1, 'Agent'],
    ['DbtrAgtAcct', 0, 1, 'Account'],
    ['InstrForDbtrAgt', 0, 1, text(140)],
    ['UltmtDbtr', 0, 1, 'Party'],
    ['ChrgBr', 0, 1, BEARER],
    ['ChrgsAcct', 0, 1, 'Account'],
    ['ChrgsAcctAgt', 0, 1, 'Agent'],
    ['CdtTrfTxInf', 1, Infinity, 'Transfer'],
  ],
  Transfer: [
    ['PmtId', 1, 1, 'PaymentId'],
    ['PmtTpInf', 0, 1, 'Unused'],
    ['Amt', 1, 1, 'AmountChoice'],
    ['XchgRateInf', 0, 1, 'Unused'],
    ['ChrgBr', 0, 1, BEARER],
    ['ChqInstr', 0, 1, 'Unused'],
    ['UltmtDbtr', 0, 1, 'Party'],
    ['IntrmyAgt1', 0, 1, 'Agent'],
    ['CdtrAgt', 0, 1, 'Agent'],
    ['CdtrAgtAcct', 0, 1, 'Account'],
    ['Cdtr', 0, 1, 'Party'],
    ['CdtrAcct', 0, 1, 'Account'],
    ['UltmtCdtr', 0, 1, 'Party'],
    ['Purp', 0, 1, 'Unused'],
    ['RgltryRptg', 0, 10, 'Unused'],
    ['RmtInf', 0, 1, 'Remittance'],
  ],
  PaymentId: [
    ['InstrId', 0, 1, text(35)],
    ['EndToEndId', 1, 1, text(35)],
    ['UETR', 0, 1, 'Unused'],
  ],
  DateChoice: [['Dt', 1, 1, DAY]],
  AmountChoice: [['InstdAmt', 1, 1, /^\d{1,13}\.\d{2}$/]],
  Party: [
    // The message definition allows 140; EPC132-08 allows 70.
    ['Nm', 0, 1, text(70)],
    ['PstlAdr', 0, 1, 'Unused'],
  ],
  Account: [['Id', 1, 1, 'AccountId']],
  AccountId: [
    ['IBAN', 0, 1, /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/],
    ['Othr', 0, 1, 'OtherAccount'],
  ],
  OtherAccount: [['Id', 1, 1, text(34)]],
  Agent: [['FinInstnId', 1, 1, 'Institution']],
  Institution: [
    ['BICFI', 0, 1, BIC],
    ['ClrSysMmbId', 0, 1, 'Unused'],
    ['LEI', 0, 1, 'Unused'],
    ['Nm', 0, 1, text(140)],
    ['PstlAdr', 0, 1, 'Unused'],
    ['Othr', 0, 1, 'OtherInstitution'],
  ],
  OtherInstitution: [['Id', 1, 1, text(35)]],
  Remittance: [['Ustrd', 0, Infinity, text(140)]],
  Unused: NONE,
}

interface Node {
  name: string
  children: Node[]
  text: string
}

const SIGNS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

function parse(xml: string): Node {
  const root: Node = { name: '', children: [], text: '' }
  const open = [root]
  for (const [, slash, name = '', , written = ''] of xml.matchAll(/<(\/?)(\w+)([^>]*)>([^<]*)/g)) {
    if (slash === '/') {
      open.pop()
      continue
    }
    const node = { name, children: [], text: written.replaceAll(/&[^;]+;/g, (sign) => SIGNS[sign] ?? sign) }
    open.at(-1)?.children.push(node)
    open.push(node)
  }
  return root.children[0] ?? root
}

/** Lists how a node breaks the rules of its type. */
function listFaults(node: Node, type: string, path = node.name): string[] {
  const rules = TYPES[type] ?? NONE
  const known = rules.map(([name]) => name)
  const places = node.children.map(({ name }) => known.indexOf(name))
  const faults = places.includes(-1) || places.some((place, index) => place < (places[index - 1] ?? 0)) ? [path] : []
  for (const [name, min, max, content] of rules) {
    const found = node.children.filter((child) => child.name === name)
    if (found.length < min || found.length > max) faults.push(`${path}/${name} ${found.length} times`)
    for (const child of found) {
      const inside = `${path}/${name}`
      if (typeof content === 'string') faults.push(...listFaults(child, content, inside))
      else if (child.children.length > 0 || !content.test(child.text)) faults.push(`${inside}: ${child.text}`)
    }
  }
  return faults
}

const bic = fc.constantFrom('', 'DEUTDEFF', 'CHASUS33XXX')
const word = fc.string({ unit: 'binary', maxLength: 200 })
const payment = fc.record({
  payoutId: fc.uuid(),
  amount: fc.bigInt({ min: 1n, max: 10n ** 12n }).map((cents) => cents * 100n),
  note: word,
  bank: fc.record({
    accountName: word,
    bankName: word,
    swiftCode: bic,
    accountNumber: fc.constantFrom(payeeBank.accountNumber, '12345678', 'A/B 99-77 '.repeat(5)),
    country: fc.constantFrom('DE', 'US'),
  }),
})
const order = fc.record({
  messageId: fc.constant('0199f0a27c117abc8def0123456789ab-1'),
  createdAt: fc.constant(new Date('2026-10-05T08:00:00.123Z')),
  executionDay: fc.constant('2026-10-06'),
  payer: fc.record({ name: word, iban: fc.constant('DE02120300000000202051'), bic }),
  payments: fc.array(payment, { minLength: 1, maxLength: 4 }),
})

test('every order has the elements of the message definition in their order, number and form', () => {
  fc.assert(
    fc.property(order, (given) => {
      const bank = (own: (typeof given.payments)[number]['bank']) => ({ ...payeeBank, ...own })
      const payments = given.payments.map((each) => ({ ...each, bank: bank(each.bank) }))
      expect(listFaults(parse(writePaymentOrder({ ...given, payments })), 'Document')).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('the rules find an element that is missing, out of place or of another form', () => {
  const xml = writePaymentOrder({
    messageId: 'M',
    createdAt: new Date(0),
    executionDay: '2026-10-06',
    payer: { name: 'T', iban: 'DE02120300000000202051', bic: '' },
    payments: [{ payoutId: 'p', amount: 100n, bank: payeeBank, note: 'n' }],
  })
  const faults = (from: string | RegExp, to: string) => listFaults(parse(xml.replace(from, to)), 'Document').length
  expect(faults('', '')).toBe(0)
  expect(faults('<MsgId>M</MsgId>', '')).toBe(1)
  expect(faults(/(<NbOfTxs>1<\/NbOfTxs>)(<CtrlSum>[^<]*<\/CtrlSum>)/, '$2$1')).toBe(1)
  expect(faults('<Dt>2026-10-06</Dt>', '2026-10-06')).toBe(1)
  expect(faults('<EndToEndId>p', `<EndToEndId>${'p'.repeat(36)}`)).toBe(1)
})
