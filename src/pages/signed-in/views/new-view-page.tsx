import type { Route } from './+types/new-view-page'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { listViewsCall } from '#domains/desk/saved-views/contract.ts'
import { getAudiences } from '#domains/desk/saved-views/web/view-acts.tsx'
import { ViewForm } from '#domains/desk/saved-views/web/view-form.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(listViewsCall, { query: {} })
  const { searchParams } = new URL(request.url)
  const subject = { list: searchParams.get('list') ?? '', query: searchParams.get('query') ?? '' }
  const audiences = getAudiences({ hasTeam: data.has_team, roles: data.roles })
  return {
    ...getPageMeta(context, 'saved-views.saveTitle', ['saved-views']),
    subject,
    audiences,
    canPinForOthers: data.can_pin_for_others,
  }
}

export const meta: Route.MetaFunction = titleMeta

/** Saves a view without a script; with one, a dialog on the list does. */
export default function NewViewPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <NewView loaded={loaderData} />
    </TextsProvider>
  )
}

function NewView({ loaded }: { loaded: Route.ComponentProps['loaderData'] }) {
  const { subject, audiences, canPinForOthers } = loaded
  const t = useTexts('saved-views')
  return (
    <>
      <PageHeader title={t('saveTitle')} />
      <Panel>
        <ViewForm subject={subject} audiences={audiences} canPinForOthers={canPinForOthers} result={undefined} />
      </Panel>
    </>
  )
}
