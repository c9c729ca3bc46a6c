import type { InputOf } from '#kernel/endpoint.ts'
import { readText } from '#platform/web/intents.ts'
import type { tryJoinRulesCall } from '../contract/join-rules.ts'
import { MAX_JOIN_RULES } from '../rules/join-rules.ts'

type RuleBody = InputOf<typeof tryJoinRulesCall>['body']['rules'][number]

/** Returns the name of a field of the rule at an index: `rules.0.action`. */
export function ruleField(index: number, field: string): string {
  return `rules.${index}.${field}`
}

/** Reads the form of rules in the order of their places. A rule without an action is none. */
export function readRulesForm(form: FormData): RuleBody[] {
  const read = (index: number, field: string) => readText(form, ruleField(index, field))
  const indexes = Array.from({ length: MAX_JOIN_RULES }, (_, index) => index)
  return indexes
    .filter((index) => read(index, 'action') !== '')
    .map((index) => ({ index, place: Number(read(index, 'place')) || index + 1 }))
    .toSorted((one, other) => one.place - other.place || one.index - other.index)
    .map(({ index }) => ({
      action: read(index, 'action') as RuleBody['action'],
      methods: readList(read(index, 'methods'), /,/) as RuleBody['methods'],
      countries: readList(read(index, 'countries').toUpperCase(), /[\s,;]+/),
      min_site_days: readDays(read(index, 'min_site_days')),
      max_site_days: readDays(read(index, 'max_site_days')),
      is_verified: VERIFIED[read(index, 'is_verified')] ?? null,
      text: read(index, 'text'),
    }))
}

const VERIFIED: Readonly<Record<string, boolean>> = { yes: true, no: false }

function readList(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((each) => each.trim())
    .filter(Boolean)
}

/** What is no number goes to the server as 0, which refuses it. */
function readDays(text: string): number | null {
  if (text === '') return null
  return Number.isInteger(Number(text)) ? Number(text) : 0
}
