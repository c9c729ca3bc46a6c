/** The longest keyword, in characters. The pieces of a text overlap by as many. */
export const MAX_KEYWORD = 200

/** The longest piece of a text, in characters. */
export const MAX_PIECE = 600

/** A piece of the texts of an order that a keyword is compared with. */
export interface StoredText {
  publisherId: bigint
  transactionId: string
  piece: number
  advertiserId: bigint
  text: string
}

/** The texts of all orders recorded before `writtenUntil` are written, once no older ones are left to copy. */
export interface TextProgress {
  name: 'texts'
  writtenUntil: Date
  /** The order up to which they are copied, in the order of keys; null once all are. */
  copiedPublisherId: bigint | null
  copiedTransactionId: string | null
}
