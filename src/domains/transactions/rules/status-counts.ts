/** The time that each count of statuses covers again, for states that were committed late. */
export const STATUS_OVERLAP_MS = 300_000
