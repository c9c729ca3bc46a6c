import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'

const textFiles = readdirSync(new URL('../../src/texts/en/', import.meta.url))

/** The name of a text, which is shown where a page was not sent the text. */
const TEXT_NAME = new RegExp(`^(${textFiles.map((file) => basename(file, '.json')).join('|')})(\\.\\w+)+$`)

/** Makes the window of a page as high as the page, so that all of it is drawn at once. */
export async function showWhole(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(Math.max(height, 800), 12_000) })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/**
 * Lists what is wrong with a page at this width: it scrolls sideways, a text is cut off, lies below another element or
 * was not sent, the title is said twice, or something outside the page takes the focus.
 */
export async function findLayoutFlaws(page: Page, width: number): Promise<string[]> {
  await showWhole(page, width)
  // A function that runs in the page sees only what is sent with it.
  const inPage = (find: () => string[]) =>
    page.evaluate<string[]>(`(() => { ${listTexts}; ${drawsAt}; return (${find})() })()`)
  const words = await inPage(() => listTexts().map((text) => text.words))
  const missing = words.filter((word) => TEXT_NAME.test(word)).map((name) => `Not sent: ${name}`)
  const flaws = [await page.evaluate(findWideParts), await inPage(findCutText), await inPage(findCoveredText), missing]
  return [...flaws, await page.evaluate(findRepeatedTitle), await page.evaluate(findLostFocus)].flat()
}

function findWideParts(): string[] {
  const over = document.documentElement.scrollWidth - innerWidth
  return over > 0 ? [`The page is ${over} px wider than the window.`] : []
}

function findRepeatedTitle(): string[] {
  const [title, ...others] = [...document.querySelectorAll('h1, main h2, main h3')].map((each) => each.textContent)
  return others.includes(title ?? '') ? [`Said twice: ${title}`] : []
}

interface ShownText {
  element: Element
  words: string
  lines: DOMRect[]
  /** The nearest box that does not show what lies outside it, and whether text is meant to go on there. */
  box: DOMRect | undefined
  isMeant: boolean
  /** The part of the window in which the text can be seen. */
  seen: { left: number; right: number; top: number; bottom: number }
}

/** Lists the texts that are shown; what only screen readers read lies in a box of a pixel and is none. */
function listTexts(): ShownText[] {
  const findBoxes = (element: Element) => {
    const boxes: { box: DOMRect; isMeant: boolean }[] = []
    let isPlacedAbove = false
    for (let node: Element | null = element; node && node !== document.body; node = node.parentElement) {
      const { position, overflow, textOverflow, webkitLineClamp } = getComputedStyle(node)
      if (isPlacedAbove && position === 'static') continue
      if (!/visible/.test(overflow)) {
        const isMeant = /auto|scroll/.test(overflow) || textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
        boxes.push({ box: node.getBoundingClientRect(), isMeant })
      }
      if (position === 'fixed') break
      isPlacedAbove = position === 'absolute'
    }
    return boxes
  }
  const texts: ShownText[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const element = text.parentElement
    const words = text.textContent?.trim().slice(0, 60) ?? ''
    if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || words === '') continue
    const boxes = findBoxes(element)
    const left = Math.max(0, ...boxes.map(({ box }) => box.left))
    const right = Math.min(innerWidth, ...boxes.map(({ box }) => box.right))
    const top = Math.max(0, ...boxes.map(({ box }) => box.top))
    const bottom = Math.min(innerHeight, ...boxes.map(({ box }) => box.bottom))
    if (right - left < 2 || bottom - top < 2) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 2 && height > 2)
    const { box, isMeant = true } = boxes[0] ?? {}
    texts.push({ element, words, lines, box, isMeant, seen: { left, right, top, bottom } })
  }
  return texts
}

function findCutText(): string[] {
  const isCut = (line: DOMRect, box: DOMRect) => {
    // A slide beside the one that is shown is not cut.
    const isBeside = line.right <= box.left + 1 || line.left >= box.right - 1
    const isOver = line.left < box.left - 2 || line.right > box.right + 2
    return !isBeside && (isOver || line.top < box.top - 3 || line.bottom > box.bottom + 3)
  }
  const cut = listTexts().filter(({ lines, box, isMeant }) => box && !isMeant && lines.some((line) => isCut(line, box)))
  return cut.map(({ words }) => `Cut off: ${words}`)
}

/** Whether the element that was hit at a point draws something there above the other element. */
function drawsAt(hit: Element, below: Element, { x, y }: { x: number; y: number }): boolean {
  const isPainted = ({ backgroundColor, backgroundImage, borderTopWidth, content }: CSSStyleDeclaration) =>
    !/^rgba\(.*, 0\)$|transparent/.test(backgroundColor) ||
    backgroundImage !== 'none' ||
    borderTopWidth !== '0px' ||
    !/^(normal|none|"")$/.test(content)
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = node.nodeType === Node.TEXT_NODE ? [...range.getClientRects()] : []
      return lines.some((line) => line.left <= x && x <= line.right && line.top <= y && y <= line.bottom)
    })
  const findGenerated = (element: Element) =>
    ['::before', '::after']
      .map((part) => getComputedStyle(element, part))
      .filter((style) => style.content !== 'none' && isPainted(style))
  // An ancestor is hit where something that it generates lies above its content.
  if (hit.contains(below)) return findGenerated(hit).some(({ position }) => position === 'absolute')
  for (let node: Element | null = hit; node && !node.contains(below); node = node.parentElement) {
    if (node.matches('svg, img, input, select, textarea') || isPainted(getComputedStyle(node))) return true
    if (hasText(node) || findGenerated(node).length > 0) return true
  }
  return false
}

/** Looks at every second letter or so. */
function findCoveredText(): string[] {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { pointer-events: auto !important }')
  document.adoptedStyleSheets.push(sheet)
  const isCovered = ({ element, lines, seen }: ShownText) =>
    lines.some((line) => {
      const y = (line.top + line.bottom) / 2
      if (y < seen.top || y > seen.bottom) return false
      for (let x = Math.max(line.left, seen.left) + 2; x < Math.min(line.right, seen.right) - 1; x += 16) {
        const hit = document.elementFromPoint(x, y)
        if (hit && !element.contains(hit) && drawsAt(hit, element, { x, y })) return true
      }
      return false
    })
  const covered = listTexts().filter(isCovered)
  document.adoptedStyleSheets.pop()
  return covered.map(({ words }) => `Covered: ${words}`)
}

/** What lies outside may come into the page with the focus, as the link to the content does. */
async function findLostFocus(): Promise<string[]> {
  const focusable =
    'a[href], button:not(:disabled), summary, [tabindex="0"], :is(input, select, textarea):not(:disabled)'
  const isOutside = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return right <= 0 || bottom <= 0 || left >= innerWidth || top >= document.documentElement.scrollHeight
  }
  const flaws: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>(focusable)) {
    if (!isOutside(element) || !element.checkVisibility({ visibilityProperty: true })) continue
    element.focus()
    await Promise.all(element.getAnimations().map(({ finished }) => finished))
    const isLost = document.activeElement === element && isOutside(element)
    if (isLost) flaws.push(`Outside the page: ${element.outerHTML.slice(0, 100)}`)
    element.blur()
    await Promise.all(element.getAnimations().map(({ finished }) => finished))
  }
  return flaws
}
