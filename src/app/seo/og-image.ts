import { renderAsync } from '@resvg/resvg-js'
import { getInitials, getTone, getToneColors } from '#ui/initials.ts'
import { textToPath } from './text-to-path.ts'

/** Width and height of an Open Graph image, in pixels. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const

/** The content of an image. */
export interface PictureContent {
  networkName: string
  /** Host of the public address. */
  host: string
  title: string
  /** A line below the title; may be empty. */
  note: string
  /** A merchant's name: the image shows its initials instead of the wheels of the logo. */
  merchant?: string
}

/** Draws the Open Graph image of a page as PNG. */
export async function drawPicture(content: PictureContent): Promise<Buffer> {
  const options = { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: PICTURE_SIZE.width } } as const
  return (await renderAsync(pictureSvg(content), options)).asPng()
}

const INK = '#14231e'
const SOFT = '#4d5c56'
const TITLE_WIDTH = 640

function pictureSvg({ networkName, host, title, note, merchant }: PictureContent): string {
  const size = title.length > 44 ? 64 : 78
  const lineHeight = /\p{Script=Han}/u.test(title) ? 1.22 : 1.08
  const heading = textToPath(title, { size, maxWidth: TITLE_WIDTH, maxLines: 4, lineHeight })
  const address = textToPath(host, { size: 26, maxWidth: 640, maxLines: 1 })
  const words = textToPath(note, { size: 32, maxWidth: TITLE_WIDTH, maxLines: 2, lineHeight: 1.3 })
  const headingHeight = heading.lineCount * size * lineHeight
  const blockHeight = headingHeight + (words.lineCount > 0 ? 22 + words.lineCount * 42 : 0)
  const top = 330 - blockHeight / 2 + size * 0.8
  const tone = getTone(merchant ?? title)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" fill="none">
<rect width="1200" height="630" fill="#fbfaf7"/>
${merchant === undefined ? wheels(tone) : sign(merchant, tone)}
<g transform="translate(72 62)">${logo(networkName)}</g>
<path transform="translate(72 ${top})" fill="${INK}" d="${heading.path}"/>
<path transform="translate(72 ${top + headingHeight - size * 0.8 + 46})" fill="${SOFT}" d="${words.path}"/>
<path transform="translate(72 574)" fill="${SOFT}" d="${address.path}"/>
</svg>`
}

function logo(networkName: string): string {
  const name = textToPath(networkName, { size: 40, maxWidth: 560, maxLines: 1 }).path
  return `<g transform="scale(1.55)">${mark('#0d4a3c', '#ff7d58')}</g>
<path transform="translate(68 39)" fill="${INK}" d="${name}"/>`
}

/** The symbol of the logo in a square of 32: two riders and two touching wheels. */
function mark(first: string, second: string): string {
  return `<circle cx="10.6" cy="5.6" r="3.3" fill="${first}"/><circle cx="21.4" cy="5.6" r="3.3" fill="${second}"/>
<circle cx="21.4" cy="19.8" r="7.6" stroke="${second}" stroke-width="4"/>
<circle cx="10.6" cy="19.8" r="7.6" stroke="${first}" stroke-width="4"/>
<path d="M16 14.45a7.6 7.6 0 0 1 0 10.7" stroke="${second}" stroke-width="4"/>`
}

/** Background colour, and the colours of the two wheels. */
const SCENES = [
  ['#0b3b30', '#86d0b6', '#ff7d58'],
  ['#ffe0d4', '#0d4a3c', '#ff7d58'],
  ['#fbd68a', '#0d4a3c', '#b73a18'],
  ['#d5eaf3', '#12455c', '#ff7d58'],
] as const

/** The symbol, large and cropped. Background and colours differ between pages. */
function wheels(tone: number): string {
  const [ground, first, second] = SCENES[tone % SCENES.length] ?? SCENES[0]
  const tilt = [-14, 0, 12, -6][(tone >> 1) % 4] ?? 0
  return `<clipPath id="c"><path d="M800 0h400v630H800z"/></clipPath>
<g clip-path="url(#c)"><path fill="${ground}" d="M800 0h400v630H800z"/>
<g transform="translate(${760 + tone * 6} 70) rotate(${tilt} 272 310) scale(17)">${mark(first, second)}</g></g>`
}

/** The merchant's initials, large. */
function sign(name: string, tone: number): string {
  const [ground, ink] = getToneColors(tone)
  const initials = textToPath(getInitials(name), { size: 210, maxWidth: 400, maxLines: 1 })
  return `<path fill="${ground}" d="M800 0h400v630H800z"/>
<clipPath id="c"><path d="M800 0h400v630H800z"/></clipPath>
<g clip-path="url(#c)" opacity=".14"><circle cx="1000" cy="315" r="238" stroke="${ink}" stroke-width="46"/></g>
<path transform="translate(${1000 - initials.width / 2} 388)" fill="${ink}" d="${initials.path}"/>`
}
