import { POSITION_LISTS } from '../contract/forms.ts'

type Fields = Record<string, string | string[]>

/** Replaces the positions in a publisher's answers by country codes and option texts. */
export function decodeOptionIndexes(answers: Fields): Fields {
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => {
      const list = POSITION_LISTS[name]
      if (!list) return [name, value]
      const decode = (position: string) => list[Number(position) - 1] ?? ''
      return [name, Array.isArray(value) ? value.map(decode) : decode(value)]
    }),
  )
}
