import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link, useFetcher, useRevalidator } from 'react-router'
import type { Route } from './+types/test-walk-page'
import { getTestWalkCall, stepTestWalkCall } from '#domains/partners/tracking-health/contract/test-walks.ts'
import type { TestWalkView } from '#domains/partners/tracking-health/contract/test-walks.ts'
import { WalkOrderPanel } from '#domains/partners/tracking-health/web/walk-order-panel.tsx'
import { WalkPanel } from '#domains/partners/tracking-health/web/walk-panel.tsx'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

/** How often the page looks for the postback, and for how long. */
const POLL_MS = 2000
const MAX_POLLS = 300

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getTestWalkCall, { params: { walk_id: params.walkId } })
  const pageMeta = getPageMeta(context, 'tracking-health.walk.title', ['tracking-health'])
  return {
    walk: data,
    ...pageMeta,
    texts: { ...pageMeta.texts, ...pickErrors(context.get(sessionContext), ['postback']) },
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const call = context.get(callContext)
  return runIntent(context, await readForm(request, context), {
    step: () => call(stepTestWalkCall, { params: { walk_id: params.walkId }, body: {} }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function TestWalkPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <TestWalk key={params.walkId} walk={loaderData.walk} />
    </TextsProvider>
  )
}

function TestWalk({ walk }: { walk: TestWalkView }) {
  const t = useTexts('tracking-health')
  const { revalidate, state } = usePolling(!walk.is_walking && walk.order === null)
  const refresh = (
    <Button variant="default" size="sm" loading={state === 'loading'} onClick={() => void revalidate()}>
      {t('walk.refresh')}
    </Button>
  )
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/tracking">{t('postback.back')}</Link>}
        title={t('walk.title')}
        text={t('walk.text')}
        actions={
          <Button component={Link} to="/brand/tracking/test" variant="default">
            {t('walk.again')}
          </Button>
        }
      />
      <WalkPanel walk={walk} />
      {walk.is_walking ? (
        <TeamGate act="integrate">
          <NextStep key={walk.hops.length} />
        </TeamGate>
      ) : (
        <WalkOrderPanel walk={walk} refresh={refresh} />
      )}
    </>
  )
}

/** Visits the next address: at once with a script, by its button without one. */
function NextStep() {
  const t = useTexts('tracking-health')
  const fetcher = useFetcher<IntentAnswer>()
  const step = useRef<HTMLDivElement>(null)
  useEffect(() => step.current?.querySelector('form')?.requestSubmit(), [])
  return (
    <div ref={step}>
      <ActionForm intent="step" fetcher={fetcher} result={answerTo(fetcher.data, 'step')}>
        <SubmitButton variant="default">{t('walk.step')}</SubmitButton>
      </ActionForm>
    </div>
  )
}

/** Loads the page's data again every two seconds while it waits, for ten minutes at most. */
function usePolling(isWaiting: boolean) {
  const revalidator = useRevalidator()
  const { revalidate } = revalidator
  useEffect(() => {
    if (!isWaiting) return undefined
    let polls = 0
    const timer = setInterval(() => {
      polls += 1
      if (polls >= MAX_POLLS) clearInterval(timer)
      if (document.visibilityState === 'visible') void revalidate()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
  return revalidator
}
