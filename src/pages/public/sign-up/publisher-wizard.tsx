import { lazy, startTransition, Suspense, use, useState } from 'react'
import type { FormEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { CSRF_FIELD } from '#platform/web/form.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { validateForm } from '#domains/partners/applications/rules/form-validation.ts'
import type { Country } from '#domains/partners/applications/web/form/countries.ts'
import { useDraft } from '#domains/partners/applications/web/form/draft.ts'
import { FormStateContext, useFieldErrors } from '#domains/partners/applications/web/form/form-context.ts'
import type { ShownErrors } from '#domains/partners/applications/web/form/form-context.ts'
import { ProblemText } from '#domains/partners/applications/web/form/problem-text.tsx'
import { send } from '#domains/partners/applications/web/form/submit-form.ts'
import type { SendProblem } from '#domains/partners/applications/web/form/submit-form.ts'
import pickerStyles from '#domains/partners/applications/web/form/country-picker.module.css'
import { MAX_TYPED_PASSWORD } from '#domains/people/accounts/contract/vocabulary.ts'
import { TextInput } from '#domains/partners/applications/web/form/form-fields.tsx'
import type { PostedSignUp } from './sign-up.server-actions.ts'
import { buildStepBody, EMPTY_SIGN_UP, SECRET_FIELDS, SIGN_UP_STEPS } from './sign-up-steps.ts'
import type { FormStep } from './sign-up-steps.ts'
import { WizardButtons, WizardFrame, WizardMessage } from './wizard-frame.tsx'
import styles from './wizard-frame.module.css'

const loadFields = () => import('./publisher-fields.tsx')
// The server renders the fields at once, because a browser without a script cannot insert them later.
const { ProfileFields, QuestionFields } = import.meta.env.SSR
  ? await loadFields()
  : {
      ProfileFields: lazy(async () => ({ default: (await loadFields()).ProfileFields })),
      QuestionFields: lazy(async () => ({ default: (await loadFields()).QuestionFields })),
    }

/** The sign-up of this browser. */
export interface OwnSignUp {
  publisherId: string | null
  email: string
  /** The next step. */
  step: number
  profile: Record<string, string | string[]>
}

interface PublisherWizardProps {
  loaded: OwnSignUp
  countries: readonly Country[]
  posted: PostedSignUp | undefined
}

/** The three steps of the publishers' sign-up. Each step is sent when it is complete. */
export function PublisherWizard({ loaded, countries, posted }: PublisherWizardProps) {
  const t = useTexts('sign-up')
  const token = useCsrfToken()
  const signUp = useSignUp(loaded, posted)
  const { step, own, form, book, problem, isSending, submit } = signUp
  const steps = [t('steps.account'), t('steps.site'), t('steps.questions')]
  return (
    <WizardFrame
      steps={steps}
      step={step}
      title={step === 1 ? t('publisher.title') : steps[step - 1]}
      text={t(step === 1 ? 'publisher.text' : step === 2 ? 'publisher.siteText' : 'publisher.questionsText')}
    >
      <FormStateContext value={book}>
        <form
          ref={form}
          method="post"
          action={`?step=${step}`}
          className={`stack ${styles.form} ${pickerStyles.measures}`}
          noValidate
          onSubmit={submit}
        >
          <input type="hidden" name={CSRF_FIELD} value={token} />
          {step === 1 && <StartFields />}
          <Suspense>
            {step === 2 && <ProfileFields countries={countries} />}
            {step === 3 && <QuestionFields />}
          </Suspense>
          <Message problem={problem} errors={book.errors} />
          <WizardButtons
            back={
              step === 3 && (
                <Link to="?step=2" className={`outline ${styles.button}`}>
                  {t('back')}
                </Link>
              )
            }
          >
            <button className={`filled ${styles.button}`} aria-busy={isSending}>
              {isSending ? t('sending') : t(problem !== undefined ? 'retry' : step === 3 ? 'publisher.submit' : 'next')}
            </button>
          </WizardButtons>
        </form>
      </FormStateContext>
      <p className={`soft ${styles.foot}`}>
        {step === 1 ? (
          <Link to="/login-creator" className="link">
            {t('publisher.login')}
          </Link>
        ) : (
          <>
            {t('publisher.as', { email: own.email })}{' '}
            <Link to="?step=1" className="link">
              {t('publisher.restart')}
            </Link>
          </>
        )}
      </p>
    </WizardFrame>
  )
}

/** The message about the whole form: sending failed, or several fields are empty. */
function Message({ problem, errors }: { problem: SendProblem | undefined; errors: ShownErrors }) {
  const t = useTexts('errors')
  const empty = Object.values(errors).filter((error) => error === 'signup.26').length
  if (empty > 1) return <WizardMessage>{t('signup.45')}</WizardMessage>
  return problem === undefined ? null : (
    <WizardMessage>
      <ProblemText problem={problem} />
    </WizardMessage>
  )
}

/** Returns the step in the address, but at most the next step of the sign-up. */
function useShownStep(own: OwnSignUp, posted: PostedSignUp | undefined): FormStep {
  const [search] = useSearchParams()
  if (posted) return posted.step
  const asked = Number(search.get('step') ?? own.step)
  const step = Math.min(asked, own.step)
  return step === 2 || step === 3 ? step : 1
}

function useSignUp(loaded: OwnSignUp, posted: PostedSignUp | undefined) {
  const navigate = useNavigate()
  const token = useCsrfToken()
  const [own, setOwn] = useState(loaded)
  const step = useShownStep(own, posted)
  const { form, errors, clear, show } = useFieldErrors(posted?.errors ?? {})
  const [search] = useSearchParams()
  const ref = readReferralCode(search)
  const initial = posted?.values ?? { ...EMPTY_SIGN_UP, ref, ...loaded.profile }
  const draft = useDraft({ name: 'tandem-sign-up', initial, form, secret: SECRET_FIELDS })
  const [problem, setProblem] = useState(posted?.problem)
  const [isSending, setSending] = useState(false)
  // A draft of this tab may be older than the referral link.
  const values = ref === '' ? draft.values : { ...draft.values, ref }

  async function sendStep(): Promise<void> {
    setSending(true)
    const params = step === 1 ? {} : { params: { publisher_id: own.publisherId ?? '' } }
    const answer = await send(SIGN_UP_STEPS[step].call, { ...params, body: buildStepBody(step, values) }, token)
    if (!answer.ok) {
      setSending(false)
      setProblem(answer.problem)
      return show(answer.errors)
    }
    if (step === 3) draft.forget()
    const { publisher_id: started } = answer.reply
    const known = typeof started === 'string' ? { publisherId: started, email: String(values.email) } : {}
    // A transition keeps this step in its sending state until the fields of the next step have loaded.
    startTransition(() => {
      setSending(false)
      setOwn({ ...own, ...known, step: Math.max(step + 1, step === 1 ? 2 : own.step) })
    })
    void navigate(step === 3 ? '?step=done' : `?step=${step + 1}`)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isSending) return
    setProblem(undefined)
    const wrong = validateForm(SIGN_UP_STEPS[step].form, values)
    show(wrong)
    if (Object.keys(wrong).length === 0) void sendStep()
  }

  const set: typeof draft.set = (name, value) => {
    // Loads the fields of the next steps as soon as the publisher types, in case the connection is gone when the step
    // is done.
    void loadFields()
    draft.set(name, value)
  }
  return { step, own, form, book: { values, errors, set, clear }, problem, isSending, submit }
}

/** Reads the code of a referral link; empty for a mangled one, which must not keep its visitor from signing up. */
function readReferralCode(search: URLSearchParams): string {
  const code = search.get('ref') ?? ''
  return /^[0-9a-f]{12}$/.test(code) ? code : ''
}

/** Step 1: the login, and the code of the referral link that led here. */
function StartFields() {
  const t = useTexts('sign-up')
  const { values } = use(FormStateContext)
  return (
    <>
      <input type="hidden" name="ref" value={String(values.ref ?? '')} />
      <TextInput name="email" type="email" autoComplete="username" maxLength={254} />
      <div className={`grid ${styles.pair}`}>
        <TextInput
          name="password1"
          type="password"
          autoComplete="new-password"
          note={t('field.passwordRule')}
          maxLength={MAX_TYPED_PASSWORD}
        />
        <TextInput name="password2" type="password" autoComplete="new-password" maxLength={MAX_TYPED_PASSWORD} />
      </div>
    </>
  )
}
