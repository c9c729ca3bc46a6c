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

/** Without case and accents, and with the full-width signs of Chinese keyboards as the usual ones. */
function normalize(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
