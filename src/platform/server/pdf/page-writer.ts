import Pdf from 'pdfkit'
import { breakLines, shortenLine } from '#kernel/lines.ts'
import { getFontPart, readFont } from './fonts.ts'
import type { FontWeight } from './fonts.ts'

const PAGE = { width: 595.28, height: 841.89, margin: 48, footer: 30 } as const

/** The width of the text of a page, in points. */
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin

/** How a line is written: size in points, place from the left edge of the text, width, alignment. */
export interface LineStyle {
  size?: number
  weight?: FontWeight
  color?: string
  x?: number
  width?: number
  align?: 'start' | 'end' | undefined
}

const LINE_HEIGHT = 1.5
const INK = '#1c1f1d'

/** Writes lines from the top of an A4 page to its foot, and begins a new page where one is full. */
export class PageWriter {
  readonly #document: PDFKit.PDFDocument
  readonly #fonts = new Set<string>()
  readonly #footer: string
  readonly #onPage: (() => void)[] = []
  #page = 1
  /** The place of the next line, from the upper edge of the page. */
  y: number = PAGE.margin

  constructor({ title, author, language, footer, createdAt }: PageTexts) {
    this.#footer = footer
    this.#document = new Pdf({
      size: 'A4',
      margin: 0,
      lang: language,
      displayTitle: true,
      info: { Title: title, Author: author, CreationDate: createdAt },
    })
    this.#writeFooter()
  }

  /** Collects the document. */
  async finish(): Promise<Buffer> {
    this.#document.end()
    const chunks: Buffer[] = []
    for await (const chunk of this.#document) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }

  /**
   * Begins a new page unless `height` points are left. `onPage` runs at the top of each later page until it is taken
   * off.
   */
  ensureSpace(height: number): void {
    if (this.y + height <= PAGE.height - PAGE.margin - PAGE.footer) return
    this.#document.addPage()
    this.#page += 1
    this.#writeFooter()
    this.y = PAGE.margin
    for (const write of this.#onPage) write()
  }

  /** Runs `work`; each page that begins meanwhile begins with `head`. */
  withHead(head: () => void, work: () => void): void {
    this.#onPage.push(head)
    work()
    this.#onPage.pop()
  }

  /** Writes a line at the present place, shortened to its width. The place stays. */
  write(text: string, style: LineStyle = {}): void {
    const { size = 9, weight = 400, color = INK, x = 0, width = TEXT_WIDTH - x, align = 'start' } = style
    const runs = toRuns(shortenLine(text, this.#fits({ size, weight, width })))
    const total = runs.reduce((sum, run) => sum + this.#measure(run, { size, weight }), 0)
    let left = PAGE.margin + x + (align === 'end' ? width - total : 0)
    for (const run of runs) {
      this.#useFont(run.part, weight)
      this.#document.fontSize(size).fillColor(color).text(run.text, left, this.y, { lineBreak: false })
      left += this.#measure(run, { size, weight })
    }
  }

  /** Moves on by the height of a line. */
  feed(size = 9): void {
    this.y += size * LINE_HEIGHT
  }

  /** Writes a paragraph in as many lines as it needs. */
  writeParagraph(text: string, style: LineStyle = {}): void {
    const { size = 9, weight = 400, x = 0, width = TEXT_WIDTH - x } = style
    for (const line of breakLines(text, this.#fits({ size, weight, width }))) {
      this.ensureSpace(size * LINE_HEIGHT)
      this.write(line, style)
      this.feed(size)
    }
  }

  /** Draws a thin line over the width of the text. */
  rule(): void {
    const { margin, width } = PAGE
    this.#document.lineWidth(0.5).strokeColor('#c9cdc9')
    this.#document
      .moveTo(margin, this.y)
      .lineTo(width - margin, this.y)
      .stroke()
    this.y += 4
  }

  #writeFooter(): void {
    const place = this.y
    this.y = PAGE.height - PAGE.margin
    this.write(this.#footer, { size: 7.5, color: '#5c635f', width: TEXT_WIDTH - 40 })
    this.write(`${this.#page}`, { size: 7.5, color: '#5c635f', align: 'end' })
    this.y = place
  }

  #useFont(part: string, weight: FontWeight): void {
    const name = `${part} ${weight}`
    if (!this.#fonts.has(name)) {
      this.#document.registerFont(name, readFont(part, weight))
      this.#fonts.add(name)
    }
    this.#document.font(name)
  }

  #measure({ part, text }: Run, { size, weight }: { size: number; weight: FontWeight }): number {
    this.#useFont(part, weight)
    return this.#document.fontSize(size).widthOfString(text)
  }

  #fits({ width, ...style }: { size: number; weight: FontWeight; width: number }) {
    return (line: string) => toRuns(line).reduce((sum, run) => sum + this.#measure(run, style), 0) <= width
  }
}

/** The texts that the document itself has. */
export interface PageTexts {
  title: string
  author: string
  language: string
  footer: string
  createdAt: Date
}

/** A part of a text in one font. */
interface Run {
  part: string
  text: string
}

function toRuns(text: string): Run[] {
  const runs: Run[] = []
  for (const char of text.replaceAll(/\p{Cc}/gu, ' ')) {
    const part = getFontPart(char)
    const last = runs.at(-1)
    if (last?.part === part) last.text += char
    else runs.push({ part, text: char })
  }
  return runs
}
