import { Link, redirect } from 'react-router'
import type { Route } from './+types/test-order-page'
import { startTestWalkCall } from '#domains/partners/tracking-health/contract/test-walks.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, runIntent } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return getPageMeta(context, 'tracking-health.walk.title', ['tracking-health'])
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  return runIntent(context, await readForm(request, context), {
    start: async () => {
      const { walk_id: id } = await call(startTestWalkCall, { body: {} })
      throw redirect(`/brand/tracking/test/${id}`, 303)
    },
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function TestOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Start result={answerTo(actionData, 'start')} />
    </TextsProvider>
  )
}

function Start({ result }: { result: ActionResult }) {
  const t = useTexts('tracking-health')
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/tracking">{t('postback.back')}</Link>}
        title={t('walk.title')}
        text={t('walk.text')}
      />
      <Panel>
        <TeamGate act="integrate">
          <ActionForm intent="start" result={result}>
            <SubmitButton>{t('walk.start')}</SubmitButton>
          </ActionForm>
        </TeamGate>
      </Panel>
    </>
  )
}
