/** The longest keyword, in characters. The pieces of a text overlap by as many. */
export const MAX_KEYWORD = 200

/** The longest piece of a text, in characters. */
export const MAX_PIECE = 600

const INDEXED = /[a-z\d]{3}|[a-z\d][^a-z\d]|[^a-z\d][a-z\d]/i

/** Tells whether an index of parts of words finds a keyword: by three letters or digits, or by an end of a word. */
export function isIndexed(keyword: string): boolean {
  return INDEXED.test(keyword)
}

const WORDS = /(?<=([^\p{L}\p{N}])?)[\p{L}\p{N}]+(?=([^\p{L}\p{N}])?)/gu

/** Lists the words of a keyword that the index finds, with the signs beside them, at which words begin and end. */
export function listWords(keyword: string): string[] {
  const words = [...keyword.matchAll(WORDS)]
  return words.map(([word, before = '', after = '']) => `${before}${word}${after}`).filter(isIndexed)
}

/** A piece of the texts of an order, in lower case, that a keyword is compared with. */
export interface StoredText {
  publisherId: bigint
  transactionId: string
  piece: number
  advertiserId: bigint
  /** Of the order. */
  transactionAt: Date
  text: string
  /** By what the order says of itself, on its day; null in further pieces. */
  labels: number[] | null
}

/** The texts of all orders recorded before `writtenUntil` are written, once no older ones are left to copy. */
export interface TextProgress {
  name: 'texts'
  writtenUntil: Date
  /** The order up to which they are copied, in the order of keys; null once all are. */
  copiedPublisherId: bigint | null
  copiedTransactionId: string | null
}
