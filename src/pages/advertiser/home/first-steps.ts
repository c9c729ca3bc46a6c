import { includesAct } from '#kernel/access.ts'
import type { TeamAct } from '#kernel/access.ts'
import type { ActorView } from '#platform/web/call-context.ts'
import type { Funds } from '#domains/money/funding/web/funding-figures.tsx'
import type { AdvertiserHome } from '#domains/figures/reports/contract/advertiser.ts'

/** The invitations that the first step asks for. */
export const FIRST_INVITATIONS = 3

/** What a brand does after the opening of its programme, before its first order. */
export interface FirstStep {
  step: 'invite' | 'fund' | 'promote'
  isDone: boolean
  /** The invitations that were sent; undefined of other steps. */
  sent?: number
}

/** What the steps depend on. Undefined `funds` are those of a brand whose money the member does not see. */
export interface FirstFacts {
  sent: number
  promotions: number
  funds: Pick<Funds, 'available' | 'coverage'> | undefined
}

/** The act that each step takes. */
const ACTS: Record<FirstStep['step'], TeamAct> = { invite: 'run_programme', fund: 'see_money', promote: 'promote' }

/** Lists the steps that a member may take; none once all of them are done. */
export function judgeFirstSteps({ sent, promotions, funds }: FirstFacts, role: ActorView['teamRole']): FirstStep[] {
  const all: FirstStep[] = [
    { step: 'invite', isDone: sent >= FIRST_INVITATIONS, sent },
    // Funds that were used up covered orders; a line of the work list says then what to do.
    { step: 'fund', isDone: Number(funds?.available) > 0 || Number(funds?.coverage) > 0 },
    { step: 'promote', isDone: promotions > 0 },
  ]
  const own = all.filter(({ step }) => includesAct(role, ACTS[step]))
  return own.every(({ isDone }) => isDone) ? [] : own
}

/** Whether neither the month nor the one before has any of these figures. */
export function isWithout({ month, before }: AdvertiserHome, ...names: ('click_count' | 'total_transactions')[]) {
  return [month, before].every(({ figures }) => names.every((name) => Number(figures[name]) === 0))
}
