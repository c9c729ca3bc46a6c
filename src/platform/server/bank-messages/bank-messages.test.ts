import { describe, expect, test } from 'vitest'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listBankEntries } from './camt.ts'
import { MAX_XML_BYTES, readBankMessage } from './read-bank-message.ts'
import { UnreadableXml, readXml } from './xml.ts'

async function* chunksOf(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part
}

const read = (bytes: string | Uint8Array) => readXml(Buffer.from(bytes))

/** Reads a message whole. */
const readParts = (...parts: (string | Uint8Array)[]) => Array.fromAsync(readBankMessage(chunksOf(...parts)))

describe('XML', () => {
  const bomb = '<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]><a>&z;</a>'
  const outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
  test.each([
    ['entities', bomb, 'entities'],
    ['entities of other files', outside, 'entities'],
    ['a document type', '<!doctype html><a/>', 'entities'],
    ['another encoding', '<?xml version="1.0" encoding="EBCDIC-US"?><a/>', 'encoding'],
    ['two bytes that are one', '<?xml version="1.0" encoding="UTF-16"?><a/>', 'mislabelled'],
    ['one byte that is two', Buffer.from('<?xml version="1.0" encoding="latin1"?><a/>', 'utf16le'), 'mislabelled'],
    [
      'bytes of another encoding',
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>\u00e4</a>', 'latin1'),
      'mislabelled',
    ],
    ['a tag that is not closed', '<a><b></a>', 'syntax'],
    ['no element', 'hello', 'syntax'],
    ['a NUL', '<a>\0</a>', 'syntax'],
    ['nothing', '', 'syntax'],
    ['too many levels', '<a>'.repeat(60) + '</a>'.repeat(60), 'syntax'],
    ['too many elements', '<a/>'.repeat(500_001), 'too_complex'],
    ['too many attributes', `<a${' b="1"'.repeat(100_001)}/>`, 'too_complex'],
  ])('with %s is refused', (_name, text, fault) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ fault }))
  })

  test.each([
    ['ISO-8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\u00e4</a>', 'latin1')],
    ['windows-1252', Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\u00e4</a>', 'latin1')],
    ['UTF-16 with a mark', Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>\u00e4</a>', 'utf16le')],
    ['UTF-16 without', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>\u00e4</a>', 'utf16le')],
    ['UTF-16, high byte first', Buffer.from('<?xml version="1.0"?><a>\u00e4</a>', 'utf16le').swap16()],
  ])('in %s is read', (_name, bytes) => {
    expect(read(bytes)).toEqual({ a: { '#text': '\u00e4' } })
  })

  test('that is too large is refused', async () => {
    const part = Buffer.alloc(1024 * 1024, 0x20)
    let sent = 0
    async function* endless() {
      for (;;) {
        sent += part.length
        yield part
      }
    }
    await expect(readBankMessage(endless()).next()).rejects.toBeInstanceOf(UnreadableXml)
    expect(sent).toBeLessThanOrEqual(MAX_XML_BYTES + part.length)
  })

  test('is read with a byte order mark and with the five named characters', () => {
    const [start, end] = [
      '\uFEFF<?xml version="1.0" encoding="utf-8"?><d:a xmlns:d="x"><b>M&amp;M ',
      '&#228;ä</b></d:a>',
    ]
    expect(read(start + end)).toMatchObject({
      a: { b: { '#text': 'M&amp;M &#228;ä' } },
    })
  })
})

const ENTRIES = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr/><Stmt>
<Id>S1</Id>
<Ntry><Amt Ccy="USD">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>2026-11-02</Dt></BookgDt><AcctSvcrRef>R1</AcctSvcrRef><NtryDtls><TxDtls>
  <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
  <RltdPties><Dbtr><Pty><Nm>Brook &amp; Birch</Nm></Pty></Dbtr></RltdPties>
  <RmtInf><Ustrd>INV-00001</Ustrd><Ustrd>thanks</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="USD">30</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
  <BookgDt><DtTm>2026-11-03T08:00:00</DtTm></BookgDt>
  <AcctSvcrRef>R2</AcctSvcrRef><NtryDtls>
  <TxDtls><Amt Ccy="USD">10</Amt><CdtDbtInd>CRDT</CdtDbtInd><RmtInf><Ustrd>one</Ustrd></RmtInf></TxDtls>
  <TxDtls><Refs><AcctSvcrRef>OWN</AcctSvcrRef></Refs><AmtDtls><TxAmt><Amt Ccy="USD">20</Amt></TxAmt></AmtDtls></TxDtls>
  </NtryDtls></Ntry>
<Ntry><Amt Ccy="USD">7.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts><Cd>PDNG</Cd></Sts></Ntry>
</Stmt></BkToCstmrStmt></Document>`

test('lists the payments of a statement, those of an entry one by one', async () => {
  // A character of two bytes is divided between two chunks.
  const bytes = Buffer.from(ENTRIES.replace('thanks', 'dankeschön'))
  const split = bytes.indexOf(0xc3) + 1
  const parts = await readParts(bytes.subarray(0, split), bytes.subarray(split))
  const entries = listBankEntries(parts.flatMap(({ bookings = [] }) => bookings))
  expect(entries.map(({ line, reference, amount, day }) => [line, reference, amount, day])).toEqual([
    [1, 'R1', 125_000n, '2026-11-02'],
    [2, 'R2/1', 100_000n, '2026-11-03'],
    [3, 'OWN', 200_000n, '2026-11-03'],
    [4, 'S1/3', 70_000n, undefined],
  ])
  expect(entries[0]).toMatchObject({
    currency: 'USD',
    direction: 'in',
    isBooked: true,
    endToEndId: '',
    counterparty: 'Brook & Birch',
    text: 'INV-00001 dankeschön',
  })
  expect(entries[3]).toMatchObject({ direction: 'out', isBooked: false, isReversal: true })
})

const report = (inside: string) => `<Document><CstmrPmtStsRpt><GrpHdr><CreDtTm>2026-10-06T09:00:00</CreDtTm></GrpHdr>
  <OrgnlGrpInfAndSts><OrgnlMsgId>run-1</OrgnlMsgId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts>${inside}
  </CstmrPmtStsRpt></Document>`

test('lists the answers of a status report, about payments or about the whole', async () => {
  const rejected = `<TxInfAndSts><OrgnlEndToEndId>e1</OrgnlEndToEndId><TxSts>RJCT</TxSts>
    <StsRsnInf><Rsn><Cd>AC04</Cd></Rsn>
    <AddtlInf>closed</AddtlInf></StsRsnInf>
    <OrgnlTxRef><Amt><InstdAmt Ccy="USD">5</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>`
  const waiting = '<TxInfAndSts><OrgnlEndToEndId>e2</OrgnlEndToEndId><TxSts>ACSP</TxSts></TxInfAndSts>'
  const both = report(`<OrgnlPmtInfAndSts>${rejected}${waiting}</OrgnlPmtInfAndSts>`)
  const common = { messageId: 'run-1', day: '2026-10-06' }
  const statuses = [
    { ...common, line: 1, endToEndId: 'e1', amount: 50_000n, status: 'failed', reason: 'AC04 closed' },
    { ...common, line: 2, endToEndId: 'e2', amount: undefined, status: 'waiting', reason: '' },
  ]
  expect(await readParts(both)).toEqual([{ statuses }])
  expect(await readParts(report(''))).toMatchObject([{ statuses: [{ endToEndId: '', status: 'failed' }] }])
  expect(await readParts('<Document/>')).toEqual([])
})

const statement = (entries: string) => `<Document><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`

describe('a large message', () => {
  const entry = /<Ntry>.*?<\/Ntry>/s.exec(ENTRIES)?.[0] ?? ''

  // Beside other tests, the thread may get little of the processor.
  const readPatiently = (text: string) => readBankMessage(chunksOf(text), { timeoutMs: 60_000 })

  test('is read part by part, and the process does other work meanwhile', async () => {
    const progress = { isRead: false }
    const reading = Array.fromAsync(readPatiently(statement(entry.repeat(500)))).finally(() => {
      progress.isRead = true
    })
    let turns = 0
    for (; !progress.isRead; turns += 1) await nextTurn()
    expect(turns).toBeGreaterThan(100)
    const parts = await reading
    expect(parts.map(({ bookings = [] }) => bookings.length)).toEqual([200, 200, 100])
  })

  test('that takes too long is refused, and the next one is read', async () => {
    const message = readBankMessage(chunksOf(statement(entry.repeat(100))), { timeoutMs: 1 })
    await expect(message.next()).rejects.toMatchObject({ fault: 'too_slow' })
    expect(await readParts(statement(entry))).toHaveLength(1)
  })

  test.each([
    ['elements', statement('<Ntry/>'.repeat(500_001))],
    ['payments', statement(`<Ntry><NtryDtls>${'<TxDtls/>'.repeat(50_001)}</NtryDtls></Ntry>`)],
  ])('with too many %s is refused', async (_name, text) => {
    await expect(readPatiently(text).next()).rejects.toMatchObject({ fault: 'too_complex' })
  })
})
