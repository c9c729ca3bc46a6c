import { describe, expect, test } from 'vitest'
import { listBankEntries } from './camt.ts'
import { listPaymentStatuses } from './pain002.ts'
import { MAX_XML_BYTES, UnreadableXml, readXml } from './xml.ts'

async function* chunksOf(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part
}

const read = (...parts: (string | Uint8Array)[]) => readXml(chunksOf(...parts))

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
  ])('with %s is refused', async (_name, text, fault) => {
    await expect(read(text)).rejects.toMatchObject({ fault })
  })

  test.each([
    ['ISO-8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\u00e4</a>', 'latin1')],
    ['windows-1252', Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\u00e4</a>', 'latin1')],
    ['UTF-16 with a mark', Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>\u00e4</a>', 'utf16le')],
    ['UTF-16 without', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>\u00e4</a>', 'utf16le')],
    ['UTF-16, high byte first', Buffer.from('<?xml version="1.0"?><a>\u00e4</a>', 'utf16le').swap16()],
  ])('in %s is read', async (_name, bytes) => {
    expect(await read(bytes)).toEqual({ a: { '#text': '\u00e4' } })
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
    await expect(readXml(endless())).rejects.toBeInstanceOf(UnreadableXml)
    expect(sent).toBeLessThanOrEqual(MAX_XML_BYTES + part.length)
  })

  test('is read with a byte order mark, in parts, and with the five named characters', async () => {
    const [start, end] = [
      '\uFEFF<?xml version="1.0" encoding="utf-8"?><d:a xmlns:d="x"><b>M&amp;M ',
      '&#228;ä</b></d:a>',
    ]
    const bytes = Buffer.from(start + end)
    const split = bytes.length - 12
    expect(await read(bytes.subarray(0, split), bytes.subarray(split))).toMatchObject({
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
  const entries = listBankEntries(await read(ENTRIES))
  expect(entries?.map(({ line, reference, amount, day }) => [line, reference, amount, day])).toEqual([
    [1, 'R1', 125_000n, '2026-11-02'],
    [2, 'R2/1', 100_000n, '2026-11-03'],
    [3, 'OWN', 200_000n, '2026-11-03'],
    [4, 'S1/3', 70_000n, undefined],
  ])
  expect(entries?.[0]).toMatchObject({
    currency: 'USD',
    direction: 'in',
    isBooked: true,
    endToEndId: '',
    counterparty: 'Brook & Birch',
    text: 'INV-00001 thanks',
  })
  expect(entries?.[3]).toMatchObject({ direction: 'out', isBooked: false, isReversal: true })
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
  expect(listPaymentStatuses(await read(both))).toEqual([
    { ...common, line: 1, endToEndId: 'e1', amount: 50_000n, status: 'failed', reason: 'AC04 closed' },
    { ...common, line: 2, endToEndId: 'e2', amount: undefined, status: 'waiting', reason: '' },
  ])
  expect(listPaymentStatuses(await read(report('')))).toMatchObject([{ endToEndId: '', status: 'failed' }])
  expect(listPaymentStatuses(await read('<Document/>'))).toBeUndefined()
  expect(listBankEntries(await read('<Document/>'))).toBeUndefined()
})
