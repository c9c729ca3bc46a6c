import type { Browser } from '@playwright/test'

/** A page that was drawn, in the size in which a sheet shows it. */
export interface DrawnPage {
  title: string
  png: Buffer
}

const sheet = { width: 1560, height: 1500 }

/** Draws pages side by side on as many sheets as they need; returns how many those are. `file` lacks the ending. */
export async function writeSheets(browser: Browser, drawn: readonly DrawnPage[], file: string): Promise<number> {
  const page = await browser.newPage({ viewport: sheet })
  await page.setContent(`<style>
    body { margin: 0; height: ${sheet.height}px; column-gap: 0; column-fill: auto }
    figure { margin: 0; break-inside: avoid; overflow: hidden; background: gold }
    figure { font: 12px/20px monospace; white-space: nowrap }
    div { box-shadow: inset 0 0 0 1px gray }
  </style>`)
  for (const { title, png } of drawn) {
    await page.evaluate(addPage, { title, height: sheet.height - 30, source: png.toString('base64') })
  }
  const count = Math.ceil((await page.evaluate(() => document.documentElement.scrollWidth)) / sheet.width)
  for (let index = 0; index < count; index++) {
    await page.evaluate((left) => scrollTo(left, 0), index * sheet.width)
    await page.screenshot({ path: `${file}-${String(index + 1).padStart(2, '0')}.png`, timeout: 0 })
  }
  await page.close()
  return count
}

/** Adds a page under its title, in parts that each fit into a column. */
async function addPage({ title, height, source }: { title: string; height: number; source: string }): Promise<void> {
  const image = new Image()
  image.src = `data:image/png;base64,${source}`
  await image.decode()
  document.body.style.columnWidth = `${image.naturalWidth}px`
  for (let top = 0; top < image.naturalHeight; top += height) {
    const figure = document.createElement('figure')
    const part = document.createElement('div')
    part.style.height = `${Math.min(height, image.naturalHeight - top)}px`
    part.style.background = `url(${image.src}) 0 ${-top}px no-repeat`
    figure.append(title, part)
    document.body.append(figure)
  }
}
