import type { Season } from './merchants/merchant.ts'

/** Factors by weekday, Sunday first. */
const WEEKDAYS = [1.18, 1.04, 0.95, 0.92, 0.96, 0.9, 1.05]

/** Weights by hour of the day, UTC: few hits at night, a small peak at noon, the largest in the evening. */
const HOURS = [4, 3, 2, 2, 2, 3, 6, 11, 16, 19, 21, 24, 27, 25, 22, 21, 23, 27, 33, 40, 42, 34, 20, 9]

const HOUR_WEIGHTS = HOURS.map((weight, hour) => [hour, weight] as const)

/** Factors by month, January first. */
const SEASONS: Record<Season, readonly number[]> = {
  gifts: [0.75, 0.8, 0.85, 0.9, 1, 0.9, 0.8, 0.85, 0.95, 1.05, 1.6, 1.75],
  spring: [0.7, 0.8, 1.15, 1.4, 1.4, 1.2, 1, 0.9, 0.95, 0.9, 0.95, 0.8],
  school: [0.8, 0.75, 0.85, 0.9, 0.9, 0.95, 1.25, 1.55, 1.1, 0.9, 1.3, 1.25],
  summer: [1.05, 0.95, 1, 1.1, 1.25, 1.45, 1.4, 1.1, 0.85, 0.75, 0.7, 0.85],
  steady: [1, 1, 1, 1, 1, 1, 1.05, 1.05, 0.95, 1, 1, 1.05],
}

/** Returns a day's traffic relative to the average. Sites grow over the year: `age` falls from 1 to 0 today. */
export function getDayFactor(day: Date, season: Season, age: number): number {
  const weekday = WEEKDAYS[day.getUTCDay()] ?? 1
  const month = SEASONS[season][day.getUTCMonth()] ?? 1
  return weekday * month * (1.3 - 0.6 * age)
}

/** Returns the hours of a day with their weights. */
export function getHourWeights(): readonly (readonly [number, number])[] {
  return HOUR_WEIGHTS
}
