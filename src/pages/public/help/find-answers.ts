/** A frequently asked question with its answer. */
export interface Answer {
  question: string
  answer: string
}

/**
 * Finds the answers that match a search, best first. Each word must occur; a word in the question ranks higher. An
 * empty search matches all answers. Words are separated by spaces, in Chinese too.
 */
export function findAnswers<A extends Answer>(answers: readonly A[], search: string): A[] {
  const words = normalize(search).split(/\s+/).filter(Boolean)
  return answers
    .map((answer, order) => ({ answer, order, score: getScore(answer, words) }))
    .filter(({ score }) => words.length === 0 || score > 0)
    .toSorted((one, other) => other.score - one.score || one.order - other.order)
    .map(({ answer }) => answer)
}

function getScore({ question, answer }: Answer, words: readonly string[]): number {
  const title = normalize(question)
  const text = normalize(answer)
  const scores = words.map((word) => (title.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0))
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** Removes case and accents, and converts full-width characters to the usual ones. */
function normalize(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
