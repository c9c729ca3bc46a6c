import type { Call } from '#kernel/endpoint.ts'
import { readText } from '#platform/web/intents.ts'
import { labelMembersCall } from '#domains/partners/memberships/contract/members.ts'

const FILTERS = ['keyword', 'status', 'group_id', 'tag', 'activity'] as const

/** Builds the handlers of `LabelActions`: the form names publishers, or with `matching` the filter of the list. */
export function labelActs(call: Call) {
  const label = (kind: 'group' | 'tag') => (form: FormData) => {
    const filter = FILTERS.map((name) => [name, readText(form, `filter_${name}`)] as const)
    const chosen = form.has('matching')
      ? { matching: Object.fromEntries(filter.filter(([, value]) => value !== '')) }
      : { publishers: form.getAll('publisher').map(String) }
    const act = readText(form, 'act') === 'remove' ? 'remove' : 'add'
    return call(labelMembersCall, { body: { kind, act, name: readText(form, 'name'), ...chosen } })
  }
  return { group: label('group'), tag: label('tag') }
}
