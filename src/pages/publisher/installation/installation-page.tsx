import { Alert, Button, NativeSelect, Stack } from '@mantine/core'
import { data, Form, Link, useSubmit } from 'react-router'
import { callContext } from '#platform/web/call-context.ts'
import { readForm, submit } from '#platform/web/form.ts'
import type { FormResult } from '#platform/web/form.ts'
import { readText } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { searchWith } from '#platform/web/search.ts'
import { useSession } from '#platform/web/session.tsx'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { getOwnPublisherCall } from '#domains/people/publishers/contract.ts'
import { checkInstallCall } from '#domains/tracking/tracking/contract.ts'
import type { InstallationResult } from '#domains/tracking/tracking/contract.ts'
import { pickSite } from '#domains/tracking/tracking/rules/link.ts'
import { buildSnippet } from '#domains/tracking/tracking/rules/tracker.ts'
import { Bookmarklet } from '#domains/tracking/tracking/web/bookmarklet.tsx'
import { NoSitesPanel } from '#domains/tracking/tracking/web/no-sites-panel.tsx'
import { TextField } from '#ui/fields.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import type { SiteView } from '#domains/people/publishers/contract.ts'
import type { Route } from './+types/installation-page'
import { InstallationCheck } from './installation-check.tsx'

/** The longest time until the page says how the check went (specification 2, section 9). */
const CHECK_TIMEOUT_MS = 10_000

/** The address may name the site, and `mode=bookmark` with the `url` of a page to link. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { message } = await context.get(callContext)(getOwnPublisherCall)
  const { searchParams } = new URL(request.url)
  const isBookmark = searchParams.get('mode') === 'bookmark'
  const url = searchParams.get('url') ?? ''
  const sites = message.sites.map((site) => ({ ...site, isActive: site.is_active }))
  const site = pickSite(sites, searchParams.get('site') ?? '') ?? pickSite(sites, '')
  return { ...getPageMeta(context, 'tracking.installation.title', ['tracking']), isBookmark, url, sites, site }
}

type CheckReply = { success: boolean; result: InstallationResult }

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const body = { site_url: readText(form, 'site_url'), check_str: readText(form, 'check_str') }
  return submit<CheckReply>(() => context.get(callContext)(checkInstallCall, { body }))
}

/** Answers in time, also when the network does not. After a status of 503 the page does not load its data again. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const failed = data<FormResult<CheckReply>>({ ok: false, code: 'failed', message: '', errors: {} }, { status: 503 })
  const late = new Promise<typeof failed>((resolve) => setTimeout(() => resolve(failed), CHECK_TIMEOUT_MS))
  try {
    return await Promise.race([serverAction(), late])
  } catch (error) {
    // A redirect to the login.
    if (error instanceof Response) throw error
    return failed
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function InstallationPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Installation data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

type Data = Route.ComponentProps['loaderData']

function Installation({ data, answer }: { data: Data; answer: FormResult<CheckReply> | undefined }) {
  const t = useTexts('tracking')
  const { site, sites, isBookmark, url } = data
  const mode = isBookmark ? undefined : 'bookmark'
  return (
    <>
      <PageHeader
        title={t('installation.title')}
        text={isBookmark ? t('installation.bookmarkText') : t('installation.text')}
        actions={
          <Button
            component={Link}
            to={searchWith(new URLSearchParams({ site: site?.key ?? '' }), { mode })}
            variant="default"
          >
            {isBookmark ? t('installation.toScript') : t('installation.toBookmark')}
          </Button>
        }
      />
      {site === undefined ? (
        <NoSitesPanel />
      ) : (
        <>
          <SitePanel
            sites={sites}
            site={site}
            title={isBookmark ? t('installation.site') : t('installation.chosen')}
            kept={isBookmark ? { mode: 'bookmark', url } : {}}
          />
          {isBookmark ? (
            <>
              <Bookmarklet siteKey={site.key} />
              <BookmarkForm siteKey={site.key} url={url} />
            </>
          ) : (
            <ScriptSteps key={site.key} site={site} answer={answer} />
          )}
        </>
      )}
    </>
  )
}

const PARAGRAPHS = ['where', 'what', 'control'] as const

interface ScriptStepsProps {
  site: NonNullable<Data['site']>
  answer: FormResult<CheckReply> | undefined
}

function ScriptSteps({ site, answer }: ScriptStepsProps) {
  const t = useTexts('tracking')
  const { trackingOrigin } = useSession()
  const snippet = buildSnippet({ trackingOrigin, siteKey: site.key })
  return (
    <>
      <Panel title={t('installation.copy')}>
        <CodeBlock code={snippet} label={t('installation.snippet', { name: site.name })} />
      </Panel>
      <Panel title={t('installation.paste')}>
        <Stack gap="sm" maw="46rem">
          {PARAGRAPHS.map((paragraph) => (
            <p key={paragraph}>{t(`installation.paragraphs.${paragraph}`)}</p>
          ))}
        </Stack>
      </Panel>
      <InstallationCheck site={site} snippet={snippet} answer={answer} />
    </>
  )
}

/** Leads to `/custom_link` with the address of a page. */
function BookmarkForm({ siteKey, url }: { siteKey: string; url: string }) {
  const t = useTexts('tracking')
  return (
    <Panel title={t('installation.create')} text={t('installation.createText')}>
      <Form method="get" action="/custom_link">
        <Stack align="start">
          <HiddenField name="key" value={siteKey} />
          <TextField
            key={url}
            name="url"
            inputMode="url"
            label={t('customLink.url')}
            placeholder="https://"
            defaultValue={url}
            w="100%"
            required
          />
          <Button type="submit">{t('installation.continue')}</Button>
        </Stack>
      </Form>
    </Panel>
  )
}

interface SitePanelProps {
  sites: readonly SiteView[]
  /** The chosen one. */
  site: SiteView
  title: string
  /** Search parameters that stay when another site is chosen. */
  kept: Record<string, string>
}

/** The choice of the site, which stands in the address. */
function SitePanel({ sites, site, title, kept }: SitePanelProps) {
  const t = useTexts('tracking')
  const submit = useSubmit()
  return (
    <Panel title={title}>
      <Form method="get" preventScrollReset>
        <Stack>
          {Object.entries(kept).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <NativeSelect
            key={site.key}
            name="site"
            label={t('installation.site')}
            defaultValue={site.key}
            data={sites.map((each) => ({ value: each.key, label: getSiteLabel(each) }))}
            onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
          />
          {!site.is_active && <Alert color="warn">{t('installation.off')}</Alert>}
        </Stack>
      </Form>
    </Panel>
  )
}

/** A creator's channel is mostly called by its address. */
function getSiteLabel({ name, address }: SiteView): string {
  return name === address ? name : `${name} · ${address}`
}
