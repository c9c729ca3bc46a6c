import type { Ctx } from '#platform/server/context.ts'

/** A context in which a run ends at the transaction after the first ones. */
export function stopAfter(of: Ctx, count: number): Ctx {
  let begun = 0
  const db = new Proxy(of.db, {
    get(target, name: keyof Ctx['db']) {
      if (name === 'transaction' && ++begun > count) throw new Error('The run ends')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return { ...of, db }
}
