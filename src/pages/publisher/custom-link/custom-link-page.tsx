import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { data as reply, useFetcher, useRevalidator } from 'react-router'
import type { Route } from './+types/custom-link-page'
import type { Call } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import { listOf } from '#kernel/list-query.ts'
import type { ListParams } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { browserCall } from '#platform/web/call.ts'
import { callContext } from '#platform/web/call-context.ts'
import { INTENT_FIELD, readForm, submit } from '#platform/web/form.ts'
import { answerTo, readText } from '#platform/web/intents.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { getLinkFiguresCall } from '#domains/figures/reports/contract/calls.ts'
import { listCustomLinksCall, listShortLinksCall, makeLinkCall } from '#domains/tracking/tracking/contract.ts'
import type { LinkAnswer } from '#domains/tracking/tracking/contract.ts'
import { MAX_WRITTEN_SUB_ID } from '#domains/tracking/tracking/rules/link-query.ts'
import { splitAddresses } from '#domains/tracking/tracking/rules/link.ts'
import { CustomLinkTable } from '#domains/tracking/tracking/web/custom-link-table.tsx'
import { LinkAnswers } from '#domains/tracking/tracking/web/link-answers.tsx'
import { MadeShortLink, ShortLinkFields } from '#domains/tracking/tracking/web/short-link-fields.tsx'
import { ShortLinkTable } from '#domains/tracking/tracking/web/short-link-table.tsx'
import { loadJoin } from './load-join.ts'
import { runLinkForm } from './run-link-form.ts'

const LinkJoin = lazy(async () => ({ default: (await import('./link-join.tsx')).LinkJoin }))

const NoSitesPanel = lazy(async () => ({
  default: (await import('#domains/tracking/tracking/web/no-sites-panel.tsx')).NoSitesPanel,
}))

const Bookmarklet = lazy(async () => ({
  default: (await import('#domains/tracking/tracking/web/bookmarklet.tsx')).Bookmarklet,
}))

const SUB_FIELDS = ['id', 'sub2', 'sub3', 'sub4', 'sub5'] as const

const FIELDS = ['key', 'url', ...SUB_FIELDS] as const

/** The search parameter that names the programme whose conditions a dialog shows, as `loadJoin` reads it. */
const JOIN_PARAM = 'join'

/** Reads the page's address, which may name the page to link (`url`), the site and the sub ids. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { searchParams } = new URL(request.url)
  const query: Partial<Record<(typeof FIELDS)[number], string>> = Object.fromEntries(
    [...searchParams].filter(([name]) => FIELDS.some((field) => field === name)),
  )
  const [{ sites, link, fault }, { links }] = await Promise.all([
    call(makeLinkCall, { query }),
    call(listCustomLinksCall),
  ])
  const url = query.url ?? ''
  const asked: LinkAnswer[] = link === null && fault === null ? [] : [{ url, link, fault }]
  const { list, ...read } = readList(request, listOf(listShortLinksCall, '/custom_link'), [...FIELDS, JOIN_PARAM])
  const program = searchParams.get(JOIN_PARAM)
  const join = program === null ? null : await loadJoin(context, program)
  return {
    ...getPageMeta(context, 'tracking.customLink.title', ['tracking']),
    query,
    sites,
    asked,
    links,
    join,
    list,
    short: await loadShortLinks(call, read.query),
    page: pageInSearch(read.query, 10),
  }
}

/** Loads a page of the short links, with their figures by the id of the link. */
async function loadShortLinks(call: Call, query: ListParams) {
  const { data } = await call(listShortLinksCall, { query })
  const link_ids = data.links.map((link) => link.link_id).join(',')
  const figures = link_ids === '' ? [] : (await call(getLinkFiguresCall, { query: { link_ids } })).data
  return { ...data, figures: Object.fromEntries(figures.map((each) => [each.link_id, each])) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const read = (name: string) => readText(form, name)
  const subIds = Object.fromEntries(SUB_FIELDS.map((name) => [name, read(name)]))
  const body = { key: read('key'), urls: splitAddresses(read('urls')), ...subIds }
  const { data, init } = await submit(() => runLinkForm(call, form, body))
  return reply(
    { intent: read(INTENT_FIELD), ...data, sent: { ...subIds, key: body.key, urls: body.urls.join('\n') } },
    init ?? {},
  )
}

export const meta: Route.MetaFunction = titleMeta

export default function CustomLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <CustomLink data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

type Data = Route.ComponentProps['loaderData']
type Answer = Route.ComponentProps['actionData']

function CustomLink({ data, answer }: { data: Data; answer: Answer }) {
  const t = useTexts('tracking')
  const made = answer?.ok && answer.intent !== 'delete' ? answer.reply : undefined
  const answers = made?.links ?? data.asked
  const keep = useKeep(data)
  const { openJoin, joinDialog } = useJoin(data, answer)
  if (data.sites.length === 0) return <NoSites />
  return (
    <>
      <PageHeader title={t('customLink.title')} text={t('customLink.text')} />
      <JoinNotice answer={answer} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <LinkForm data={data} answer={answer} />
        <Stack aria-live="polite">
          {made?.short && <MadeShortLink link={made.short} />}
          {answers.length > 0 ? (
            <LinkAnswers answers={answers} onCopy={made ? undefined : () => void keep()} onJoin={openJoin} />
          ) : (
            <Panel>
              <EmptyState art="link" title={t('customLink.empty.title')} text={t('customLink.empty.text')} />
            </Panel>
          )}
        </Stack>
      </SimpleGrid>
      <ShortLinks data={data} answer={answer} />
      <Panel title={t('customLink.last.title')} text={t('customLink.last.text')} flush>
        <CustomLinkTable links={data.links} />
      </Panel>
      <Suspense>
        <Bookmarklet siteKey={data.query.key} />
      </Suspense>
      <Suspense>{joinDialog}</Suspense>
    </>
  )
}

function ShortLinks({ data: { list, short, page }, answer }: { data: Data; answer: Answer }) {
  const t = useTexts('tracking')
  return (
    <ListPanel
      title={t('shortLinks.title')}
      text={t('shortLinks.text')}
      list={list}
      page={page}
      sizes={LIST_PAGE_SIZES}
      count={short.count}
    >
      <ShortLinkTable links={short.links} figures={short.figures} answer={answer} />
    </ListPanel>
  )
}

/** Says what became of a request to join. */
function JoinNotice({ answer }: { answer: Answer }) {
  const t = useTexts('tracking')
  const membership = answer?.ok ? answer.reply.membership : undefined
  if (membership === undefined) return null
  const tone = membership === 'declined' ? 'bad' : 'good'
  return <FormMessage tone={tone}>{t(`customLink.joinNotice.${membership}`)}</FormMessage>
}

/** The dialog that joins the programme of an address, and what opens it. It closes once the programme is joined. */
function useJoin({ query: { url = '', ...query } }: Data, answer: Answer) {
  const fetcher = useFetcher<Data>()
  const [opened, setOpened] = useState<{ answer: Answer }>()
  const join = fetcher.data?.join
  const openJoin = (program: string) => {
    setOpened({ answer })
    void fetcher.load(`/custom_link?${new URLSearchParams({ [JOIN_PARAM]: program })}`)
  }
  const isOpen = opened !== undefined && fetcher.state === 'idle' && (answer === opened.answer || answer?.ok === false)
  const fields = answer?.ok ? answer.sent : { ...query, urls: url }
  const joinDialog = join && (
    <LinkJoin join={join} isOpen={isOpen} onClose={() => setOpened(undefined)} answer={answer} fields={fields} />
  )
  return { openJoin, joinDialog }
}

/**
 * Returns the function that keeps the link of the page's address among the last links. Reading an address changes
 * nothing, so the link is kept when it is copied.
 */
function useKeep({ query: { key = '', url = '', ...subs } }: Data) {
  const call = browserCall(useCsrfToken())
  const { revalidate } = useRevalidator()
  return async () => {
    try {
      const contract = await import('#domains/tracking/tracking/contract.ts')
      await call(contract.makeLinksCall, { body: { key, urls: [url], ...subs } })
    } catch (error) {
      // The copied link works although the list lacks it.
      if (error instanceof CallRefusal) return
      throw error
    }
    await revalidate()
  }
}

/** Whether the field of the ending has to be seen, because the answer is about it. */
function isShortRefused(answer: Answer): boolean {
  return answer?.ok === false && 'ending' in answer.errors
}

function NoSites() {
  const t = useTexts('tracking')
  return (
    <>
      <PageHeader title={t('customLink.title')} text={t('customLink.text')} />
      <Suspense>
        <NoSitesPanel />
      </Suspense>
    </>
  )
}

function LinkForm({ data: { sites, query }, answer }: { data: Data; answer: Answer }) {
  const t = useTexts('tracking')
  const site = query.key ?? sites.find((own) => own.is_active)?.key
  return (
    <Panel>
      {/* Another address of this page has other values for the fields. */}
      <ActionForm key={JSON.stringify(query)} intent="make" result={answerTo(answer, 'make')}>
        <NativeSelect
          name="key"
          label={t('customLink.site')}
          description={t('customLink.siteHint')}
          defaultValue={site}
          data={sites.map(({ key, name }) => ({ value: key, label: name }))}
        />
        <TextAreaField
          name="urls"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          label={t('customLink.url')}
          description={t('customLink.urlHint')}
          placeholder="https://"
          defaultValue={query.url}
        />
        <details open={SUB_FIELDS.some((name) => query[name] !== undefined)}>
          <Text component="summary" c="var(--brand)" fw={500} style={{ cursor: 'pointer' }}>
            {t('customLink.subs')}
          </Text>
          <Text my="xs" size="sm" c="dimmed">
            {t('customLink.subsHint')}
          </Text>
          <FieldGrid minWidth="11rem">
            {SUB_FIELDS.map((name, index) => (
              <TextField
                key={name}
                name={name}
                label={t('customLink.sub', { number: String(index + 1) })}
                maxLength={MAX_WRITTEN_SUB_ID}
                defaultValue={query[name]}
              />
            ))}
          </FieldGrid>
        </details>
        <ShortLinkFields key={answer?.ok ? answer.reply.short?.link_id : undefined} isOpen={isShortRefused(answer)} />
        <SubmitButton>{t('customLink.make')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}
