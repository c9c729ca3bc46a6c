import type { PdfContent, PdfTable } from './content.ts'
import { PageWriter, TEXT_WIDTH } from './page-writer.ts'

const FAINT = '#5c635f'
const HALF = TEXT_WIDTH / 2

/** Composes the document. Blocks this thread for as long as it takes. */
export function composePdf(content: PdfContent): Promise<Buffer> {
  const [name = ''] = content.sender
  const { title, locale, footer, createdAt } = content
  const page = new PageWriter({ title, author: name, language: locale, footer, createdAt })
  writeAddresses(page, content)
  page.writeParagraph(title, { size: 18, weight: 700 })
  page.y += 6
  for (const [label, value, isStrong = false] of content.facts) {
    page.ensureSpace(16)
    page.write(label, { color: FAINT, width: 195 })
    page.write(value, { x: 205, ...(isStrong ? { weight: 700 } : {}) })
    page.feed()
  }
  for (const table of content.tables) writeTable(page, table)
  page.y += 10
  for (const remark of content.remarks) page.writeParagraph(remark, { color: FAINT })
  return page.finish()
}

/** Writes the recipient on the left and the sender on the right. */
function writeAddresses(page: PageWriter, { sender, recipient }: PdfContent): void {
  for (let index = 0; index < Math.max(sender.length, recipient.length); index++) {
    const isName = index === 0
    const style = isName ? ({ size: 11, weight: 700 } as const) : {}
    page.write(recipient[index] ?? '', { ...style, width: HALF - 12 })
    page.write(sender[index] ?? '', { ...style, x: HALF, align: 'end', ...(isName ? {} : { color: FAINT }) })
    page.feed(style.size)
  }
  page.y += 28
}

function writeTable(page: PageWriter, { title, columns, rows, totals }: PdfTable): void {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  const writeRow = (cells: readonly string[], style: { weight?: 700; color?: string } = {}) => {
    let x = 0
    for (const [index, { share, align }] of columns.entries()) {
      const width = (TEXT_WIDTH * share) / all
      page.write(cells[index] ?? '', { ...style, size: 8, x, width: width - 6, align })
      x += width
    }
    page.feed(8)
  }
  const writeHead = () => {
    writeRow(
      columns.map(({ header }) => header),
      { color: FAINT },
    )
    page.rule()
  }
  page.y += 14
  page.ensureSpace(60)
  page.write(title, { size: 11, weight: 700 })
  page.feed(11)
  writeHead()
  page.withHead(writeHead, () => {
    for (const row of rows) {
      page.ensureSpace(14)
      writeRow(row)
    }
  })
  if (!totals) return
  page.ensureSpace(20)
  page.rule()
  writeRow(totals, { weight: 700 })
}
