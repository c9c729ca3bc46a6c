import { Link } from 'react-router'
import type { Route } from './+types/view-page'
import { PageRefusal, callContext, sessionContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { listViewsCall } from '#domains/desk/saved-views/contract.ts'
import { ViewForm } from '#domains/desk/saved-views/web/view-form.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data: listed } = await context.get(callContext)(listViewsCall, { query: {} })
  const view = listed.views.find(({ id, is_own: isOwn }) => isOwn && String(id) === params.viewId)
  if (!view) {
    const code = 'not_found'
    throw new PageRefusal({ code, status: 404, message: context.get(sessionContext).errorText({ code }) })
  }
  return { ...getPageMeta(context, 'saved-views.renameTitle', ['saved-views']), view }
}

export const meta: Route.MetaFunction = titleMeta

/** Renames a view without a script; with one, a dialog on the list does. */
export default function ViewPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Rename loaded={loaderData} />
    </TextsProvider>
  )
}

function Rename({ loaded: { view } }: { loaded: Route.ComponentProps['loaderData'] }) {
  const t = useTexts('saved-views')
  return (
    <>
      <PageHeader eyebrow={<Link to={view.path}>{view.name}</Link>} title={t('renameTitle')} />
      <Panel>
        <ViewForm subject={view} result={undefined} />
      </Panel>
    </>
  )
}
