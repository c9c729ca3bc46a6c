/** Whether `npm run soak` asks for every round, as opposed to the sample of `npm test`. */
const isSoak = process.env['SOAK'] === '1'

/** How often a loop of kills, stops or comparisons runs. */
export const rounds = {
  kills: isSoak ? 25 : 3,
  stops: isSoak ? 25 : 3,
  comparisons: isSoak ? 25 : 3,
  /** Each repetition of a test that is itself a sequence of several kills. */
  sequences: isSoak ? 10 : 1,
}

/** How long one test with such a loop may take on a busy machine. */
export const loopTimeoutMs = isSoak ? 3_600_000 : 300_000
