import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import styles from './wizard-frame.module.css'

interface WizardFrameProps {
  /** Names of the three steps. */
  steps: readonly string[]
  /** The step that is shown, from 1. */
  step: number
  title: ReactNode
  text?: ReactNode
  children: ReactNode
}

/** One step of a wizard: the stepper, the heading and the form. The heading is focused when the step changes. */
export function WizardFrame({ steps, step, title, text, children }: WizardFrameProps) {
  const heading = useStepFocus(step)
  return (
    <div className={`stack ${styles.page}`}>
      <Stepper steps={steps} step={step} />
      <section className={`card ${styles.card}`}>
        <h1 ref={heading} tabIndex={-1} className="title">
          {title}
        </h1>
        {text !== undefined && <p className={`lead ${styles.text}`}>{text}</p>}
        {children}
      </section>
    </div>
  )
}

/** Scrolls to the top and focuses the heading when the step changes, so that screen readers read it out. */
export function useStepFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isArrival = useNavigationType() === NavigationType.Push
  const before = useRef(isArrival ? undefined : step)
  useLayoutEffect(() => {
    if (before.current !== step) {
      window.scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
    before.current = step
  }, [step])
  return heading
}

/** The labelled steps, with a check mark on completed ones. */
export function Stepper({ steps, step }: { steps: readonly string[]; step: number }) {
  const t = useTexts('sign-up')
  return (
    <nav aria-label={t('steps.label')} className={styles.stepper}>
      <p className={`soft ${styles.progress}`}>{t('steps.progress', { step })}</p>
      <ol>
        {steps.map((name, index) => (
          <li
            className="inline"
            key={name}
            aria-current={index + 1 === step ? 'step' : undefined}
            data-state={index + 1 < step ? 'done' : index + 1 === step ? 'now' : 'next'}
          >
            <span className={styles.number} aria-hidden>
              {index + 1 < step ? '✓' : index + 1}
            </span>
            <span className={styles.name}>{name}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The buttons of a step: back at the start of the line, forward at its end. */
export function WizardButtons({ back, children }: { back?: ReactNode; children: ReactNode }) {
  return (
    <div className={`row ${styles.buttons}`}>
      {children}
      {back}
    </div>
  )
}

/** An error message about the whole form; screen readers read it out when it appears. */
export function WizardMessage({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="message">
      {children}
    </p>
  )
}
