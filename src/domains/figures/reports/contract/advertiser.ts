import { z } from 'zod'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { ANOMALY_RULES } from '../rules/anomalies.ts'
import { MEASURE_NAMES } from '#kernel/measures.ts'
import type { Measure } from '#kernel/measures.ts'

/**
 * Measures: numbers as integers, money with 4 decimals, shares in percent and ratios with 2; null where nothing can be
 * divided by.
 */
export const Measures = z.record(z.enum(MEASURE_NAMES), z.union([z.number(), z.string()]).nullable())

/** @see Measures */
export type Measures = Record<Measure, number | string | null>

const Period = z.object({ begin: Day, end: Day, figures: Measures })

/** A comparison of the last days of a programme with those before, and what it found. */
const FindingView = z.object({
  rule: z.enum(ANOMALY_RULES),
  outcome: z.enum(['anomaly', 'normal', 'too_little']),
  /** Of an anomaly: order value with 4 decimals, clicks, or a share in percent with 2 decimals; else null. */
  now: z.string().nullable(),
  before: z.string().nullable(),
  /** Order value of a week in USD, 4 decimals; null unless it is an anomaly. */
  at_risk: z.string().nullable(),
  publisher: z.object({ id: z.number(), name: z.string() }).nullable(),
})

/** @see FindingView */
export type FindingView = z.infer<typeof FindingView>

/** The month so far of a programme, and what is unusual in its last days. */
export const AdvertiserHome = z.object({
  /** From the first of the month to today. */
  month: Period,
  /** As many days of the month before, or of the days up to its end where it is shorter. */
  before: Period,
  days: z.number().int(),
  findings: z.array(FindingView),
  currency: z.string(),
  /** The figures count everything before this time; null before the first pass. */
  as_of: z.iso.datetime().nullable(),
})

/** @see AdvertiserHome */
export type AdvertiserHome = z.infer<typeof AdvertiserHome>

/** Reads the month so far and the anomalies of the signed-in advertiser. */
export const getAdvertiserHomeCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/home',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The month so far against the month before, and what is unusual in the last days',
  reply: z.object({ success: z.literal(true), data: AdvertiserHome }),
})
