import type { Actor } from '#kernel/actor.ts'

/** The kinds of objects that notes are about. */
export const NOTE_OBJECTS = ['transaction', 'programme', 'publisher', 'claim'] as const

/** An object that notes are about. The id of a transaction has that of its publisher before it, with a point. */
export interface NoteObject {
  kind: (typeof NOTE_OBJECTS)[number]
  id: string
}

/** A team: it alone reads its notes. */
export interface Team {
  team: 'operator' | 'advertiser' | 'publisher'
  advertiserId: bigint | null
  publisherId: bigint | null
}

/** Finds the team of an actor. A sub-account, which is bound to one site, belongs to none. */
export function findTeam(actor: Actor): Team | undefined {
  if (actor.kind !== 'account' || actor.subAccount) return undefined
  const { role: team, advertiserId = null, publisherId = null } = actor
  if (team === 'operator') return { team, advertiserId: null, publisherId: null }
  if (team === 'advertiser') return advertiserId === null ? undefined : { team, advertiserId, publisherId: null }
  return publisherId === null ? undefined : { team, advertiserId: null, publisherId }
}
