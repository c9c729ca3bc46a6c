import { data, redirect } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readFields, readForm } from '#platform/web/form.ts'
import { getPublicPageMeta } from '#platform/web/public-meta.ts'
import { applyAsAdvertiserCall, applyAsCreatorCall } from '#domains/partners/applications/contract/calls.ts'
import { FIELD_ERRORS } from '#domains/partners/applications/rules/form-validation.ts'
import {
  buildApplicationBody,
  emptyApplication,
  validateDetails,
  validatePerson,
  isPersonField,
} from './apply-steps.ts'
import type { Side } from './apply-steps.ts'
import { countryList } from '#domains/partners/applications/web/form/country-list.server.ts'
import type { Draft } from '#domains/partners/applications/web/form/draft.ts'
import { runForRefusal } from './find-refusal.ts'
import { toProblem } from '#domains/partners/applications/web/form/submit-form.ts'
import type { ShownErrors } from '#domains/partners/applications/web/form/form-context.ts'
import type { SendProblem } from '#domains/partners/applications/web/form/submit-form.ts'

interface RouteArgs {
  context: Readonly<RouterContextProvider>
  request: Request
}

/** The answer to a posted step from a browser without a script: the step to show, with all typed values. */
export interface PostedStep {
  step: number
  values: Draft
  errors: ShownErrors
  problem?: SendProblem
}

/** Loads the page of a wizard. */
export function loadApply({ context }: RouteArgs, side: Side) {
  const session = context.get(sessionContext)
  return {
    ...getPublicPageMeta(context, side === 'creator' ? 'signUpCreator' : 'signUpAdvertiser', {
      texts: ['sign-up'],
      errors: [...FIELD_ERRORS, 'check_fields'],
    }),
    csrfToken: session.csrfToken(),
    countries: countryList(session.locale),
  }
}

/**
 * Handles a posted step of a wizard without a script. The form posts to the next step; the answer shows that step, or
 * the step with an error.
 */
export async function actApply({ context, request }: RouteArgs, side: Side) {
  const typed = readFields(await readForm(request, context))
  const values: Draft = { ...emptyApplication(side), ...typed }
  const wanted = Number(new URL(request.url).searchParams.get('step') ?? 2)
  const person = validatePerson(values)
  if (wanted <= 2) return answer({ step: 2, values, errors: {} })
  if (Object.keys(person).length > 0) return answer({ step: 2, values, errors: person })
  if (wanted === 3) return answer({ step: 3, values, errors: {} })
  const details = validateDetails(side, values)
  if (Object.keys(details).length > 0) return answer({ step: 3, values, errors: details })
  return apply(context, side, values)
}

async function apply(context: RouteArgs['context'], side: Side, values: Draft) {
  const call = context.get(callContext)
  const body = buildApplicationBody(side, values) as never
  const refused = await runForRefusal(() =>
    side === 'creator' ? call(applyAsCreatorCall, { body }) : call(applyAsAdvertiserCall, { body }),
  )
  if (!refused) return redirect('?step=4', 303)
  const { problem, errors } = toProblem(refused)
  return answer({ step: Object.keys(errors).some(isPersonField) ? 2 : 3, values, errors, problem })
}

function answer(posted: PostedStep) {
  const isWrong = posted.problem !== undefined || Object.keys(posted.errors).length > 0
  return data(posted, { status: isWrong ? 422 : 200 })
}
