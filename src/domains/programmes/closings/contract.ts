import { z } from 'zod'
import { PROGRAM_STATUSES } from '#domains/programmes/programs/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { CLOSING_STEPS } from './rules.ts'

const path = '/api/v1/brand/closing'
const pausePath = '/api/v1/brand/pause'
const done = z.object({ success: z.literal(true) })

const ClosingView = z.object({
  /** When it was announced, null if an operator closed it without that, and by whom; the name is null for a job. */
  requested_at: z.iso.datetime().nullable(),
  requested_by: z.string().nullable(),
  closes_at: z.iso.datetime(),
  is_closed: z.boolean(),
  /** The latest moment of each step, and whether it has passed. */
  steps: z.array(z.object({ step: z.enum(CLOSING_STEPS), at: z.iso.datetime(), is_done: z.boolean() })),
})

/** The end of a programme, announced or reached, with its steps. */
export type ClosingView = z.infer<typeof ClosingView>

const ClosingPage = z.object({
  title: z.string(),
  program_status: z.enum(PROGRAM_STATUSES),
  notice_days: z.number(),
  /** The days on which the programme can close. */
  earliest: z.iso.date(),
  latest: z.iso.date(),
  joined_count: z.number(),
  /** Null while no end is announced. */
  closing: ClosingView.nullable(),
})

/** What a brand reads before and after it closes its programme. */
export type ClosingPage = z.infer<typeof ClosingPage>

/** Reads whether and when the programme closes. */
export const getClosingCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'When your programme closes, the dates that follow from it, and how many publishers and orders it has',
  reply: z.object({ success: z.literal(true), data: ClosingPage.nullable() }),
})

/** Announces the end of the programme. */
export const closeProgramCall = endpoint({
  method: 'POST',
  path,
  access: 'advertiser:close_programme',
  encoding: 'json',
  needsPassword: true,
  summary:
    'Close your programme at the beginning of a day (UTC), after the notice. All its publishers are told by mail.',
  body: z.strictObject({ day: z.iso.date() }),
  reply: done,
})

/** Takes the announced end back. */
export const keepProgramCall = endpoint({
  method: 'POST',
  path: `${path}/withdraw`,
  access: 'advertiser:close_programme',
  encoding: 'json',
  summary: 'Keep your programme open after all, until the day of its close. Its publishers are told by mail.',
  reply: done,
})

const PausePage = z.object({
  program_status: z.enum(PROGRAM_STATUSES),
  notice_days: z.number(),
  /** The days on which a pause can begin. */
  earliest: z.iso.date(),
  latest: z.iso.date(),
  joined_count: z.number(),
  /** Whether a pause can be announced now. */
  can_pause: z.boolean(),
  /** The brand's own pause, announced or begun, with the name of the member; null while there is none. */
  pause: z.object({ pauses_at: z.iso.datetime(), requested_by: z.string().nullable() }).nullable(),
})

/** What a brand reads before and while its programme is paused. */
export type PausePage = z.infer<typeof PausePage>

/** Reads whether and from when on the programme is paused. */
export const getPauseCall = endpoint({
  method: 'GET',
  path: pausePath,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'From when on your programme is paused, and when a pause can begin',
  reply: z.object({ success: z.literal(true), data: PausePage.nullable() }),
})

/** Announces a pause of the programme. */
export const pauseProgramCall = endpoint({
  method: 'POST',
  path: pausePath,
  access: 'advertiser:run_programme',
  encoding: 'json',
  summary:
    'Pause your programme from the beginning of a day (UTC), after the notice; without a day at once, while no ' +
    'publisher has joined. Links lead on, clicks in the pause earn nothing. Publishers are told by mail.',
  body: z.strictObject({ day: z.iso.date().optional() }),
  reply: done,
})

/** Ends the pause of the programme. */
export const resumeProgramCall = endpoint({
  method: 'POST',
  path: `${pausePath}/end`,
  access: 'advertiser:run_programme',
  encoding: 'json',
  summary: 'Resume your programme at once, or withdraw its announced pause. Its publishers are told by mail.',
  reply: done,
})
