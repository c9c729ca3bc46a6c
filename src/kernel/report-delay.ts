/**
 * The seconds within which reports contain a click, and an order that a shop has reported. Texts name this number as
 * `{reportSeconds}`, and the roll-up loops keep it.
 */
export const REPORT_DELAY_SECONDS = 60
