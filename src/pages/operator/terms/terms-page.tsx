import { lazy, Suspense } from 'react'
import type { Route } from './+types/terms-page'
import { announceChangeCall, listChangesCall } from '#domains/people/legal/contract.ts'
import type { AnnouncedChange } from '#domains/people/legal/contract.ts'
import type { ChangedDocument } from '#domains/people/legal/rules.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormMessage } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'

const AnnounceForm = lazy(async () => ({ default: (await import('./announce-form.tsx')).AnnounceForm }))

export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(listChangesCall)
  return { ...getPageMeta(context, 'legal-changes.operator.title', ['legal-changes']), ...data }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const text = (name: string) => readText(form, name)
  return runIntent(context, form, {
    announce: () =>
      context.get(callContext)(announceChangeCall, {
        body: {
          document: text('document') as ChangedDocument,
          holds_from: text('holds_from'),
          summary_en: text('summary_en'),
          summary_zh: text('summary_zh'),
          text_en: text('text_en'),
          text_zh: text('text_zh'),
        },
      }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function TermsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Terms data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface TermsProps {
  data: Route.ComponentProps['loaderData']
  answer: IntentAnswer | undefined
}

function Terms({ data, answer }: TermsProps) {
  const t = useTexts('legal-changes')
  const result = answerTo(answer, 'announce')
  return (
    <>
      <PageHeader title={t('operator.title')} text={t('operator.text')} />
      {result?.ok && <FormMessage tone="good">{t('operator.done')}</FormMessage>}
      <Panel flush title={t('operator.changes')}>
        <DataTable
          label={t('operator.changes')}
          columns={useColumns()}
          rows={data.changes}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('operator.none')} text={t('operator.noneText')} />}
        />
      </Panel>
      <Panel title={t('operator.announce')} text={t('operator.announceText')}>
        <Suspense>
          <AnnounceForm
            key={data.changes.length}
            present={data.present}
            earliestDay={data.earliest_day}
            result={result?.ok ? undefined : result}
          />
        </Suspense>
      </Panel>
    </>
  )
}

function useColumns(): Column<AnnouncedChange>[] {
  const t = useTexts('legal-changes')
  return [
    {
      key: 'document',
      header: t('operator.document'),
      isTitle: true,
      cell: (change) => <CellText details={[change.summary_en]}>{t(`document.${change.document}`)}</CellText>,
    },
    { key: 'holds', header: t('operator.holdsFrom'), cell: (change) => <DateText value={change.holds_from} /> },
    {
      key: 'announced',
      header: t('operator.announced'),
      cell: ({ announced_at: at, announced_by: name, is_mailing: isMailing }) => (
        <CellText details={[name !== null && t('operator.by', { name }), isMailing && t('operator.mailing')]}>
          <DateText value={at} withTime />
        </CellText>
      ),
    },
    {
      key: 'objections',
      header: t('operator.objections'),
      cell: ({ objections }) =>
        objections.length === 0 ? (
          t('operator.noObjections')
        ) : (
          <ul className="plain-list">
            {objections.map(({ account_id: id, name, objected_at: at }) => (
              <li key={id}>
                {name}, <DateText value={at} />
              </li>
            ))}
          </ul>
        ),
    },
  ]
}
