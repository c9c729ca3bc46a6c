/** `npm run soak` runs every round, `npm test` only a sample. */
export const isSoak = process.env['SOAK'] === '1'

/** The number of rounds of each kind of test. */
export const rounds = {
  kills: isSoak ? 25 : 3,
  stops: isSoak ? 25 : 3,
  /** Stops with a lead, of nodes behind a balancer. */
  leads: isSoak ? 20 : 3,
  comparisons: isSoak ? 25 : 3,
  /** Generated conversations with both readers of requests. */
  conversations: isSoak ? 25_000 : 1000,
  /** The strange values that each parameter of each call gets. */
  fuzzInputs: isSoak ? 50 : 10,
  /** Each call gets one of this many malformed bodies. */
  malformedBodyStep: isSoak ? 1 : 11,
  /** Generated sequences of events of money, and the most events of one. */
  moneySequences: isSoak ? 200 : 4,
  moneySteps: isSoak ? 120 : 50,
  /** Tests that are themselves a sequence of several kills. */
  sequences: isSoak ? 10 : 1,
}
