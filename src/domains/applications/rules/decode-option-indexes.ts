import { POSITION_LISTS } from '../contract/forms.ts'

type Fields = Record<string, string | string[]>

/** A publisher's answers with countries as codes and options in words, instead of their positions on the wire. */
export function inWords(answers: Fields): Fields {
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => {
      const list = POSITION_LISTS[name]
      if (!list) return [name, value]
      const wordOf = (position: string) => list[Number(position) - 1] ?? ''
      return [name, Array.isArray(value) ? value.map(wordOf) : wordOf(value)]
    }),
  )
}
