import { data, redirect } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { INTENT_FIELD, readFields, readForm } from '#platform/web/form.ts'
import type { FormResult } from '#platform/web/form.ts'
import { getPublicPageMeta } from '#platform/web/public-meta.ts'
import { checkForm, refuseFor } from '#domains/people/accounts/web/form-answer.ts'
import type { refuse } from '#domains/people/accounts/web/form-answer.ts'
import * as calls from '#domains/partners/applications/contract/calls.ts'
import { FIELD_ERRORS, validateForm } from '#domains/partners/applications/rules/form-validation.ts'
import { countryList } from '#domains/partners/applications/web/form/country-list.server.ts'
import type { Draft } from '#domains/partners/applications/web/form/draft.ts'
import { runForRefusal } from './find-refusal.ts'
import { toProblem } from '#domains/partners/applications/web/form/submit-form.ts'
import type { ShownErrors } from '#domains/partners/applications/web/form/form-context.ts'
import type { SendProblem } from '#domains/partners/applications/web/form/submit-form.ts'
import { EMPTY_SIGN_UP, LIST_FIELDS, SECRET_FIELDS, SIGN_UP_STEPS, buildStepBody } from './sign-up-steps.ts'
import type { FormStep } from './sign-up-steps.ts'

interface RouteArgs {
  context: Readonly<RouterContextProvider>
  request: Request
}

/** The answer to a posted step with errors. */
export interface PostedSignUp {
  step: FormStep
  values: Draft
  errors: ShownErrors
  problem?: SendProblem
  /** The refusal of the form of the mailed link. */
  confirmation?: FormResult<never>
  isLinkInvalid?: boolean
}

/** Loads the page of the sign-up with the sign-up of this browser. */
export async function loadSignUp({ context }: RouteArgs) {
  const session = context.get(sessionContext)
  const { publisher_id: publisherId, email, step, profile } = await context.get(callContext)(calls.getSignUpCall)
  return {
    ...getPublicPageMeta(context, 'signUp', { texts: ['sign-up'], errors: [...FIELD_ERRORS, 'check_fields'] }),
    csrfToken: session.csrfToken(),
    countries: countryList(session.locale),
    own: { publisherId, email, step, profile },
  }
}

/** Handles a posted step or the form of the mailed link. Success redirects, so that a reload does not post again. */
export async function actSignUp({ context, request }: RouteArgs) {
  const form = await readForm(request, context)
  const typed = readFields(form, LIST_FIELDS)
  if (typed[INTENT_FIELD] === 'resume') return resume(context, typed)
  const step = readStep(request)
  const values: Draft = { ...EMPTY_SIGN_UP, ...typed }
  const errors = validateForm(SIGN_UP_STEPS[step].form, values)
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !SECRET_FIELDS.includes(name)))
  if (Object.keys(errors).length > 0) return data<PostedSignUp>({ step, values: kept, errors }, { status: 422 })
  const refused = await runForRefusal(() => sendStep(context, step, values))
  if (!refused) return redirect(step === 3 ? '/sign-up?step=done' : `/sign-up?step=${step + 1}`, 303)
  return data<PostedSignUp>({ step, values: kept, ...toProblem(refused) }, { status: refused.status })
}

function readStep(request: Request): FormStep {
  const step = Number(new URL(request.url).searchParams.get('step') ?? 1)
  return step === 2 || step === 3 ? step : 1
}

async function sendStep(context: RouteArgs['context'], step: FormStep, values: Draft): Promise<void> {
  const call = context.get(callContext)
  const body = buildStepBody(step, values) as never
  if (step === 1) {
    await call(calls.beginSignUpCall, { body })
    return
  }
  const { publisher_id: id } = await call(calls.getSignUpCall)
  // A browser without a sign-up gets the answer for an unknown one.
  const params = { publisher_id: id ?? '00000000-0000-4000-8000-000000000000' }
  await (step === 2 ? call(calls.fillProfileCall, { params, body }) : call(calls.finishSignUpCall, { params, body }))
}

async function resume(context: RouteArgs['context'], typed: Record<string, unknown>) {
  const session = context.get(sessionContext)
  const body = typed as { token: string }
  const wrong = checkForm(session, calls.resumeSignUpCall.body, body)
  if (wrong) return confirmation(wrong)
  try {
    const { is_finished: isFinished } = await context.get(callContext)(calls.resumeSignUpCall, { body })
    return redirect(isFinished ? '/sign-up?step=confirmed' : '/sign-up', 303)
  } catch (error) {
    const refused = refuseFor(error)
    const isLinkInvalid = !refused.data.ok && refused.data.code === 'signup.link_invalid'
    return isLinkInvalid ? data<PostedSignUp>({ ...NOTHING, isLinkInvalid }, refused.init ?? {}) : confirmation(refused)
  }
}

const NOTHING = { step: 1, values: EMPTY_SIGN_UP, errors: {} } as const

/** Shows the form of the mailed link again, with the refusal. */
function confirmation(refused: ReturnType<typeof refuse>) {
  return data<PostedSignUp>({ ...NOTHING, confirmation: refused.data }, refused.init ?? {})
}
