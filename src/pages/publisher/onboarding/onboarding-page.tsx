import { Link } from 'react-router'
import type { Route } from './+types/onboarding-page'
import { callContext } from '#platform/web/call-context.ts'
import { pageHead, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { getFirstSteps } from '#domains/applications/contract/calls.ts'
import styles from './onboarding-page.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getFirstSteps)
  return { ...data, ...pageHead(context, 'applications.steps.title', ['applications']) }
}

export const meta: Route.MetaFunction = titleMeta

export default function FirstStepsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <FirstSteps {...loaderData} />
    </TextsProvider>
  )
}

const STEPS = [
  ['site', '/account'],
  ['join', '/advertisers'],
  ['link', '/custom_link'],
] as const

function FirstSteps(props: Route.ComponentProps['loaderData']) {
  const t = useTexts('applications')
  const counts = { site: props.site_count, join: props.joined_count, link: props.has_hits ? 1 : 0 }
  const done = Object.values(counts).filter((count) => count > 0).length
  const next = STEPS.find(([step]) => counts[step] === 0)?.[0]
  return (
    <>
      <PageHeader eyebrow={t('steps.progress', { done })} title={t('steps.title')} text={t('steps.text')} />
      <ol className={styles.steps}>
        {STEPS.map(([step, to], index) => {
          const count = counts[step]
          const isDone = count > 0
          return (
            <li key={step} data-state={isDone ? 'done' : step === next ? 'next' : 'later'}>
              <span className={styles.number} aria-hidden>
                {isDone ? '✓' : index + 1}
              </span>
              <div>
                <h2>{t(`steps.${step}.title`)}</h2>
                <p>{t(`steps.${step}.text`)}</p>
                {isDone && <p className={styles.done}>{t(`steps.${step}.done`, { count })}</p>}
              </div>
              <Link to={to} className={step === next ? styles.main : styles.other}>
                {t(`steps.${step}.action`)}
              </Link>
            </li>
          )
        })}
      </ol>
      {next === undefined && (
        <p className={styles.all}>
          {t('steps.all')} <Link to="/performance/site_report">{t('steps.reports')}</Link>
        </p>
      )}
    </>
  )
}
