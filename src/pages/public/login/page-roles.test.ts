import { expect, test } from 'vitest'
import { findPageRole } from '#domains/people/accounts/web/first-page.ts'
import { ROLES } from '#kernel/actor.ts'
import routes from '../../../routes.ts'

test('a page of the console belongs to the role whose folder has it, unless others see it too', () => {
  const readers = new Map<string, Set<string | undefined>>()
  for (const { file: layout, children = [] } of routes) {
    const isConsole = layout.endsWith('console-layout.tsx')
    for (const { path = '', file } of children) {
      const first = path.split('/', 1)[0] ?? ''
      const reader = ROLES.find((role) => isConsole && file.startsWith(`pages/${role}/`))
      readers.set(first, (readers.get(first) ?? new Set()).add(reader))
    }
  }
  for (const [first, roles] of readers) {
    expect(findPageRole(`/${first}`), first).toBe(roles.size === 1 ? [...roles][0] : undefined)
  }
})
