import { redirect } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { chooseDestination } from '#domains/people/accounts/rules.ts'
import * as contract from '#domains/desk/saved-views/contract.ts'
import { VIEW_ROLES } from '#domains/desk/saved-views/rules/limits.ts'
import type { Rhythm } from '#domains/desk/saved-views/rules/schedule.ts'
import { DELETED_PARAM } from '#domains/desk/saved-views/web/load-list.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { readText, runIntent } from '#platform/web/intents.ts'
import { searchWith } from '#platform/web/search.ts'

/** Handles the forms about saved views. Each leads back to its list, and a refused one shows its message. */
export async function changeViews(request: Request, context: Readonly<RouterContextProvider>) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const params = { view_id: readText(form, 'view_id') }
  const lead = (path: string) => redirect(path, 303)
  const goBack = () => lead(chooseDestination(readText(form, 'next'), '/views'))
  const pin = async (isPinned: boolean) => {
    await call(contract.changeViewCall, { params, body: { is_pinned: isPinned } })
    throw goBack()
  }
  return runIntent(context, form, {
    save: async () => {
      const { view } = await call(contract.saveViewCall, { body: readNewView(form) })
      throw lead(view.path)
    },
    change: async () => {
      const { view } = await call(contract.changeViewCall, { params, body: readChange(form) })
      throw lead(view.path)
    },
    schedule: async () => {
      await call(contract.scheduleViewCall, { params, body: readMoment(form) })
      throw lead('/brand/notices')
    },
    pin: () => pin(true),
    unpin: () => pin(false),
    delete: async () => {
      await call(contract.deleteViewCall, { params })
      const [path = '', search] = chooseDestination(readText(form, 'next'), '/views').split('?')
      throw lead(path + searchWith(new URLSearchParams(search), { [DELETED_PARAM]: params.view_id }))
    },
    restore: async () => {
      const { view } = await call(contract.restoreViewCall, { params })
      throw lead(view.path)
    },
  })
}

/** The days of a range pass, so a view keeps them only if the reader says so. */
function readNewView(form: FormData) {
  const query = new URLSearchParams(readText(form, 'query'))
  if (readText(form, 'keeps_dates') === '') for (const name of ['begin', 'end']) query.delete(name)
  const audience = readText(form, 'audience')
  const role = VIEW_ROLES.find((each) => each === audience)
  return {
    list: readText(form, 'list'),
    name: readText(form, 'name'),
    query: query.toString(),
    scope: role ? ('role' as const) : audience === 'team' ? ('team' as const) : ('me' as const),
    ...(role && { role }),
    is_pinned: readText(form, 'is_pinned') !== '',
  }
}

/** Reads one of `MOMENTS`. */
function readMoment(form: FormData) {
  const [rhythm = '', weekday] = readText(form, 'moment').split('-')
  return { rhythm: rhythm as Rhythm, ...(weekday !== undefined && { weekday }) }
}

/** A form either renames and pins a view, or keeps another search under its name. */
function readChange(form: FormData) {
  if (form.has('query')) return { query: readText(form, 'query') }
  return { name: readText(form, 'name'), is_pinned: readText(form, 'is_pinned') !== '' }
}
