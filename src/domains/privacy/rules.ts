import type { Role } from '#kernel/actor.ts'

/** Whether an account can be erased. An operator's name stands under decisions about money. */
export function canErase(account: { role: Role; erasedAt: Date | null }): boolean {
  return account.role !== 'operator' && account.erasedAt === null
}
