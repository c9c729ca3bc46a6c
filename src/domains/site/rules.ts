/** The texts that bind: what visitors, account holders and publishers agree to. */
export const LEGAL_DOCUMENTS = ['privacy', 'terms', 'conditions'] as const

/** One of `LEGAL_DOCUMENTS`. */
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number]

/** The day of the version in force (specification 2, section 9). */
export const LEGAL_UPDATED_ON = '2024-06-19'

/** The public address of a merchant (specification 1, section 2): ids repeat, the slug tells them apart. */
export function merchantPath({ publicId, slug }: { publicId: number; slug: string }): string {
  return `/merchants/${publicId}/${slug}`
}

/** How a shop's address is called in a text: `https://www.shop.example/` is `shop.example`. */
export function shopName(href: string): string {
  return new URL(href).hostname.replace(/^www\./, '')
}

/** A question that is often asked, with its answer. */
export interface Answer {
  question: string
  answer: string
}

/**
 * The answers that fit what somebody looks for, best first: each word must occur, and counts more in the question.
 * Without a word all of them fit. Chinese is compared by what was typed between blanks.
 */
export function findAnswers<A extends Answer>(answers: readonly A[], search: string): A[] {
  const words = normalize(search).split(/\s+/).filter(Boolean)
  return answers
    .map((answer, order) => ({ answer, order, score: scoreOf(answer, words) }))
    .filter(({ score }) => words.length === 0 || score > 0)
    .toSorted((one, other) => other.score - one.score || one.order - other.order)
    .map(({ answer }) => answer)
}

function scoreOf({ question, answer }: Answer, words: readonly string[]): number {
  const title = normalize(question)
  const text = normalize(answer)
  const scores = words.map((word) => (title.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0))
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** Without case and accents, and with the full-width signs of Chinese keyboards as the usual ones. */
function normalize(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
