import { useState } from 'react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { CSRF_FIELD } from '#platform/web/form.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import type { PostedStep } from './apply.server-actions.ts'
import { AdvertiserFields, ChannelFields, PersonFields } from './apply-fields.tsx'
import {
  APPLY_CALLS,
  buildApplicationBody,
  emptyApplication,
  validateDetails,
  validatePerson,
  isPersonField,
} from './apply-steps.ts'
import type { Side } from './apply-steps.ts'
import type { Country } from '#domains/partners/applications/web/form/countries.ts'
import { useDraft } from '#domains/partners/applications/web/form/draft.ts'
import type { Draft } from '#domains/partners/applications/web/form/draft.ts'
import { FormStateContext, useFieldErrors } from '#domains/partners/applications/web/form/form-context.ts'
import { send } from '#domains/partners/applications/web/form/submit-form.ts'
import { ProblemText } from '#domains/partners/applications/web/form/problem-text.tsx'
import type { SendProblem } from '#domains/partners/applications/web/form/submit-form.ts'
import { WizardButtons, WizardFrame, WizardMessage } from './wizard-frame.tsx'
import styles from './wizard-frame.module.css'

interface ApplyFormProps {
  side: Side
  step: 2 | 3
  countries: readonly Country[]
  posted: PostedStep | undefined
}

/** Holds the state of steps 2 and 3 of a wizard. Both keep their values until the form is sent. */
function useApplication({ side, step, posted }: ApplyFormProps) {
  const navigate = useNavigate()
  const token = useCsrfToken()
  const { form, errors, clear, show } = useFieldErrors(posted?.errors ?? {})
  const draft = useDraft({ name: `tandem-apply-${side}`, initial: posted?.values ?? emptyApplication(side), form })
  const [problem, setProblem] = useState<SendProblem | undefined>(posted?.problem)
  const [isSending, setSending] = useState(false)
  const { values } = draft

  const go = (to: number) => void navigate(`?step=${to}`)

  async function sendAll(): Promise<void> {
    setSending(true)
    const answer = await send(APPLY_CALLS[side], { body: buildApplicationBody(side, values) }, token)
    setSending(false)
    if (answer.ok) {
      draft.forget()
      return go(4)
    }
    setProblem(answer.problem)
    if (Object.keys(answer.errors).some(isPersonField)) go(2)
    show(answer.errors)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isSending) return
    setProblem(undefined)
    const person = validatePerson(values)
    const wrong = step === 2 ? person : validateDetails(side, values)
    if (Object.keys(wrong).length > 0) show(wrong)
    else if (step === 2) go(3)
    else if (Object.keys(person).length > 0) {
      go(2)
      show(person)
    } else void sendAll()
  }

  return { form, values, book: { values, errors, set: draft.set, clear }, problem, isSending, submit }
}

export function ApplyForm(props: ApplyFormProps) {
  const t = useTexts('sign-up')
  const token = useCsrfToken()
  const { side, step, countries } = props
  const { form, values, book, problem, isSending, submit } = useApplication(props)
  const details = side === 'creator' ? 'channel' : 'brand'
  const steps = [t('steps.start'), t('steps.person'), t(`steps.${details}`)]
  return (
    <WizardFrame
      steps={steps}
      step={step}
      title={steps[step - 1]}
      text={t(step === 2 ? `${side}.personText` : `${side}.detailsText`)}
    >
      <FormStateContext value={book}>
        <form
          ref={form}
          method="post"
          action={`?step=${step + 1}`}
          className={`stack ${styles.form}`}
          noValidate
          onSubmit={submit}
        >
          <input type="hidden" name={CSRF_FIELD} value={token} />
          <OtherStep values={values} isHidden={(name) => isPersonField(name) === (step === 3)} />
          {step === 2 && <PersonFields countries={countries} />}
          {step === 3 && (side === 'creator' ? <ChannelFields /> : <AdvertiserFields />)}
          {problem !== undefined && (
            <WizardMessage>
              <ProblemText problem={problem} />
            </WizardMessage>
          )}
          <WizardButtons back={<Back step={step} />}>
            <button className={`filled ${styles.button}`} aria-busy={isSending}>
              {step === 2 ? t('next') : isSending ? t('sending') : t(problem === undefined ? 'submit' : 'retry')}
            </button>
          </WizardButtons>
        </form>
      </FormStateContext>
    </WizardFrame>
  )
}

/** Hidden fields with the values of the other step, for browsers without a script. */
function OtherStep({ values, isHidden }: { values: Draft; isHidden: (name: string) => boolean }) {
  return Object.entries(values)
    .filter(([name, value]) => isHidden(name) && value !== '')
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={String(value)} />)
}

/** Goes one step back with all values: a link when the script keeps the draft, a form post otherwise. */
function Back({ step }: { step: 2 | 3 }) {
  const t = useTexts('sign-up')
  const navigate = useNavigate()
  if (step === 2) {
    return (
      <Link to="?" className={`outline ${styles.button}`}>
        {t('back')}
      </Link>
    )
  }
  return (
    <button
      formAction="?step=2"
      className={`outline ${styles.button}`}
      onClick={(event) => {
        event.preventDefault()
        void navigate('?step=2')
      }}
    >
      {t('back')}
    </button>
  )
}
