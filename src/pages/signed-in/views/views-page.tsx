import { Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/views-page'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormMessage } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { listViewsCall } from '#domains/desk/saved-views/contract.ts'
import type { View } from '#domains/desk/saved-views/contract.ts'
import { ViewAct } from '#domains/desk/saved-views/web/view-acts.tsx'
import { DELETED_PARAM } from '#domains/desk/saved-views/web/load-list.ts'
import { changeViews } from './views.server-actions.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(listViewsCall, { query: {} })
  const deleted = new URL(request.url).searchParams.get(DELETED_PARAM) ?? ''
  return {
    ...getPageMeta(context, 'saved-views.title', ['saved-views']),
    ...data,
    deleted: /^\d{1,16}$/.test(deleted) ? deleted : '',
  }
}

export const action = ({ request, context }: Route.ActionArgs) => changeViews(request, context)

export const meta: Route.MetaFunction = titleMeta

/** All saved views of an account. Its action handles every form about saved views. */
export default function ViewsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      {actionData && !actionData.ok && <FormMessage tone="bad">{actionData.message}</FormMessage>}
      <Views loaded={loaderData} />
    </TextsProvider>
  )
}

function Views({ loaded: { views, deleted } }: { loaded: Route.ComponentProps['loaderData'] }) {
  const t = useTexts('saved-views')
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      {deleted !== '' && (
        <FormMessage tone="good">
          {t('deleted')} <ViewAct intent="restore" view={{ id: Number(deleted) }} label={t('undo')} fields={{}} />
        </FormMessage>
      )}
      <Panel flush>
        <DataTable
          label={t('title')}
          columns={useColumns()}
          rows={views}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
        />
      </Panel>
    </>
  )
}

function useColumns(): Column<View>[] {
  const t = useTexts('saved-views')
  return [
    { key: 'name', header: t('name'), isTitle: true, cell: ({ name, path }) => <Link to={path}>{name}</Link> },
    { key: 'list', header: t('list'), cell: ({ list }) => t(`lists.${list as 'brand-transactions'}`) },
    {
      key: 'audience',
      header: t('audienceLabel'),
      cell: ({ scope, role }) => t(`audience.${role ?? scope}`),
    },
    {
      key: 'acts',
      header: <span className="visually-hidden">{t('acts')}</span>,
      place: 'status',
      cell: (view) =>
        view.is_own ? (
          <RowActions>
            <Link to={`/views/${view.id}`}>{t('rename')}</Link>
            {view.can_be_mailed && <Link to={`/views/${view.id}/mail`}>{t('byMail')}</Link>}
            <ViewAct
              intent={view.is_pinned ? 'unpin' : 'pin'}
              view={view}
              label={t(view.is_pinned ? 'unpin' : 'pin')}
              fields={{}}
            />
            <ViewAct intent="delete" view={view} label={t('delete')} fields={{}} />
          </RowActions>
        ) : (
          <Text c="dimmed">{t('shared')}</Text>
        ),
    },
  ]
}
