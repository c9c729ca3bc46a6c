import { Suspense, lazy } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { MailArt } from './apply-art.tsx'
import type { PostedStep } from './apply.server-actions.ts'
import type { Side } from './apply-steps.ts'
import { ApplyIntro } from './apply-intro.tsx'
import type { Country } from '#domains/partners/applications/web/form/countries.ts'
import { useStepFocus } from './wizard-frame.tsx'
import pickerStyles from '#domains/partners/applications/web/form/country-picker.module.css'
import fieldStyles from '#domains/partners/applications/web/form/form-fields.module.css'
import styles from './wizard-frame.module.css'

const loadForm = () => import('./apply-form.tsx')
// The server renders the form at once, because a browser without a script cannot insert it later.
const ApplyForm = import.meta.env.SSR
  ? (await loadForm()).ApplyForm
  : lazy(async () => ({ default: (await loadForm()).ApplyForm }))

interface ApplyWizardProps {
  side: Side
  countries: readonly Country[]
  /** The answer to a posted step. Only browsers without a script post steps. */
  posted: PostedStep | undefined
}

/** The application of a creator or a brand in four steps. The address selects the step. */
export function ApplyWizard(props: ApplyWizardProps) {
  const [search] = useSearchParams()
  const step = props.posted?.step ?? Number(search.get('step') ?? 1)
  if (step === 4) return <ThankYou />
  if (step !== 2 && step !== 3) return <ApplyIntro side={props.side} onInterest={() => void loadForm()} />
  return (
    // The form's script loads later, but its styles must not. Naming these classes puts them among the page's first
    // style sheets.
    <div className={`${fieldStyles.measures} ${pickerStyles.measures}`}>
      <Suspense>
        <ApplyForm {...props} step={step} />
      </Suspense>
    </div>
  )
}

function ThankYou() {
  const t = useTexts('sign-up')
  const heading = useStepFocus(4)
  return (
    <div className={`stack ${styles.page}`}>
      <section className={`card stack ${styles.card} ${styles.thanks}`}>
        <MailArt />
        <h1 ref={heading} tabIndex={-1} className="title">
          {t('thanks.title')}
        </h1>
        <p className={`lead ${styles.text}`}>{t('thanks.text')}</p>
        <p className="soft">{t('thanks.hint')}</p>
        <Link to="/" className={`filled ${styles.button}`}>
          {t('thanks.home')}
        </Link>
      </section>
    </div>
  )
}
