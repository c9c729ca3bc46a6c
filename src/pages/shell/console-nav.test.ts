import { expect, test } from 'vitest'
import type { ActorView } from '#platform/web/call-context.ts'
import { getConsoleNav } from './console-nav.ts'

const ACTORS = [{ role: 'publisher' }, { role: 'advertiser', teamRole: 'owner' }, { role: 'operator' }] as ActorView[]

test.each(ACTORS)('each key of $role leads to one page', (actor) => {
  const items = getConsoleNav(actor).flatMap((group) => group.items)
  const chords = items.flatMap(({ chord }) => chord ?? [])
  expect(chords).toEqual([...new Set(chords)])
})
