/** The acts on a programme and its advertiser that the history of the programme names, as audit lines name them. */
export const PROGRAM_ACTIONS = [
  'program.create',
  'program.update',
  'program.announce_closing',
  'program.withdraw_closing',
  'program.close',
  'program.announce_pause',
  'program.pause',
  'program.resume',
  'terms.add',
  'terms.change_draft',
  'terms.discard_draft',
  'terms.publish',
  'terms.withdraw',
  'terms.postpone',
  'terms.add_own_rate',
  'opening.request',
  'opening.withdraw',
  'opening.approve',
  'opening.decline',
  'publisher_group.create',
  'company.save',
  'domain.declare',
  'domain.prove',
  'domain.remove',
  'domain.set_regions',
  'secret.create',
  'secret.revoke',
  'secret.end',
] as const

/** The acts on the relationship of a publisher and a programme. An index of the audit log contains these. */
export const MEMBERSHIP_ACTIONS = [
  'membership.request',
  'membership.approve',
  'membership.decline',
  'membership.suspend',
  'membership.leave',
  'membership.accept',
  'publisher_group.add',
  'publisher_group.remove',
  'publisher_tag.add',
  'publisher_tag.remove',
] as const

/** All acts that a history names. */
export const HISTORY_ACTIONS = [...PROGRAM_ACTIONS, ...MEMBERSHIP_ACTIONS] as const

/** One of `HISTORY_ACTIONS`. */
export type HistoryAction = (typeof HISTORY_ACTIONS)[number]

/** Who acted. `network` is a job of the platform. */
export const HISTORY_ACTORS = ['publisher', 'advertiser', 'operator', 'network'] as const

/** The details of audit lines that a history shows; the others stay in the audit log. */
export const HISTORY_DETAILS = ['version', 'host', 'kind', 'reason', 'group', 'tag'] as const

/** Tells whether a history names an act. */
export function isHistoryAction(action: string): action is HistoryAction {
  return HISTORY_ACTIONS.some((each) => each === action)
}
