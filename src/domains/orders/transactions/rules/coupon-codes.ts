import { isPlaceholder } from '#kernel/placeholders.ts'

/** The most codes of an order, and the longest code. */
const MAX_CODES = 10
const MAX_CODE_LENGTH = 60

/**
 * Reads the coupon codes of an order: one, several in a text (`FREESHIP,SUMMER10`), a list, or a list in a text. Shops
 * list their discounts as objects with a `code`. Empty without any; `undefined` for what is none of these, for a code
 * of more than 60 characters, and for more than 10 codes.
 */
export function readCouponCodes(given: unknown): string[] | undefined {
  const listed = readList(given)
  const codes = listed?.map(readCode)
  if (codes === undefined || codes.length > MAX_CODES) return undefined
  const fine = codes.filter((code) => code !== undefined && code.length <= MAX_CODE_LENGTH) as string[]
  if (fine.length < codes.length) return undefined
  return [...new Set(fine.filter((code) => code !== '' && !isPlaceholder(code)))]
}

function readList(given: unknown): readonly unknown[] | undefined {
  if (given === undefined || given === null) return []
  if (Array.isArray(given)) return given.flatMap((part: unknown) => (typeof part === 'string' ? split(part) : [part]))
  return typeof given === 'string' ? (readJsonList(given) ?? split(given)) : undefined
}

function split(text: string): string[] {
  return isPlaceholder(text) ? [] : text.split(/[,;|]/)
}

function readJsonList(text: string): unknown[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function readCode(part: unknown): string | undefined {
  if (typeof part === 'string') return part.trim()
  return typeof part === 'object' && part !== null && 'code' in part && typeof part.code === 'string'
    ? part.code.trim()
    : undefined
}
