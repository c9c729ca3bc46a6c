import { Anchor, NativeSelect, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import type { Route } from './+types/api-doc-page'
import { describeApiCall } from '#domains/desk/api/contract/documentation.ts'
import { createKeyCall, listKeysCall, revokeKeyCall } from '#domains/people/api-keys/contract.ts'
import type { KeyView } from '#domains/people/api-keys/contract.ts'
import { READ_SCOPES, REQUESTS_PER_MINUTE } from '#domains/people/api-keys/rules/limits.ts'
import { listApiCalls } from '#domains/desk/api/rules/operations.ts'
import { ApiCallList } from '#domains/desk/api/web/api-call-panel.tsx'
import { KeysPanel } from '#domains/people/api-keys/web/keys-panel.tsx'
import { useMadeKey } from '#domains/people/api-keys/web/made-key.ts'
import { ReaderContext } from '#domains/desk/api/web/reader.ts'
import { checkInstallCall } from '#domains/tracking/tracking/contract.ts'
import { getOwnPublisherCall } from '#domains/people/publishers/contract.ts'
import { PUBLISHER_SCOPES } from '#kernel/key-scopes.ts'
import { addDays, toDay } from '#kernel/days.ts'
import type { Call } from '#kernel/endpoint.ts'
import { callContext, findRefusal, sessionContext } from '#platform/web/call-context.ts'
import { readFields, readForm } from '#platform/web/form.ts'
import { runIntent, readText } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { useSession } from '#platform/web/session.tsx'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { HashTabs } from '#ui/hash-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { ScriptTab } from './script-tab.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { actor } = context.get(sessionContext)
  // A brand has its own calls, with its own keys.
  if (actor?.teamRole !== undefined) throw redirect('/brand/api')
  const isPublisher = actor?.role === 'publisher' && !actor.isClosed
  const today = toDay(new Date())
  return {
    ...getPageMeta(context, 'api.doc.title', ['api']),
    calls: listApiCalls(await call(describeApiCall)),
    sites: (isPublisher ? await unlessForbidden(listSites(call)) : null) ?? [],
    keys: isPublisher ? await unlessForbidden(listKeys(call)) : null,
    days: { begin: addDays(today, -6), end: today },
  }
}

async function listSites(call: Call) {
  const { message } = await call(getOwnPublisherCall)
  return message.sites.map(({ key, name, url }) => ({ key, name, url }))
}

async function listKeys(call: Call): Promise<KeyView[]> {
  return (await call(listKeysCall)).data
}

/** Returns null for an account that may not call this, such as a sub-account. */
async function unlessForbidden<T>(reply: Promise<T>): Promise<T | null> {
  try {
    return await reply
  } catch (error) {
    if (findRefusal(error)?.status === 403) return null
    throw error
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  return runIntent(context, form, {
    createKey: () => {
      const { scopes } = readFields(form, ['scopes']) as { scopes?: never[] }
      return call(createKeyCall, { body: { name: readText(form, 'name'), scopes: scopes ?? [] } })
    },
    checkInstall: () => {
      const body = { site_url: readText(form, 'site_url'), check_str: readText(form, 'check_str') }
      return call(checkInstallCall, { body })
    },
    revokeKey: () => call(revokeKeyCall, { params: { key_id: readText(form, 'key_id') } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function ApiDocPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <ApiDoc data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** The calls of each tab, by their `operationId`. The first tab is shown without a known hash. */
const TABS = {
  redirect: ['followLink', 'makeLinks'],
  jscode: [],
  transaction: ['fieldTransactions', 'listTransactions'],
  category: ['fieldCategories'],
  advertiser: ['fieldAdvertisers', 'listAdvertisers'],
  promotions: ['fieldPromotions', 'listPromotions'],
} as const

/** The tabs that fill in the key of a site. */
const TABS_OF_SITES: readonly (keyof typeof TABS)[] = ['redirect', 'jscode']

function ApiDoc({ data, answer }: { data: Loaded; answer: IntentAnswer | undefined }) {
  const t = useTexts('api')
  const { calls, sites, keys, days } = data
  const { actor } = useSession()
  const [siteKey, setSiteKey] = useState(sites[0]?.key)
  const made = useMadeKey(answer, keys ?? [])
  const [typed, setTyped] = useState<string>()
  const secret = typed ?? made ?? ''
  const reader = useMemo(() => ({ siteKey, secret, setSecret: setTyped, days }), [siteKey, secret, days])
  const tabs = (Object.keys(TABS) as (keyof typeof TABS)[]).map((id) => ({
    id,
    label: t(`doc.tab.${id}`),
    content: (
      <ApiCallList calls={calls} ids={TABS[id]}>
        {TABS_OF_SITES.includes(id) && sites.length > 1 && (
          <SiteSelect sites={sites} value={siteKey} onChange={setSiteKey} />
        )}
        {id === 'jscode' && (
          <ScriptTab site={sites.find(({ key }) => key === siteKey)} isOwner={keys !== null} answer={answer} />
        )}
      </ApiCallList>
    ),
  }))
  return (
    <ReaderContext value={reader}>
      <Frame>
        <PageHeader
          title={t('doc.title')}
          text={t('doc.text', { max: String(REQUESTS_PER_MINUTE) })}
          actions={<Anchor href="/openapi.json">{t('doc.openapi')}</Anchor>}
        />
        {keys ? (
          <KeysPanel keys={keys} scopes={PUBLISHER_SCOPES} chosen={READ_SCOPES} made={made} answer={answer} />
        ) : (
          <Text c="dimmed">{t(actor ? 'doc.ownersOnly' : 'doc.logIn')}</Text>
        )}
        <HashTabs label={t('doc.tabs')} tabs={tabs} />
      </Frame>
    </ReaderContext>
  )
}

/** The public site has no margins of its own around a page of the console. */
function Frame({ children }: { children: ReactNode }) {
  const { actor } = useSession()
  return (
    <Stack gap="lg" {...(actor ? {} : { className: 'width', py: 'xl' })}>
      {children}
    </Stack>
  )
}

interface SiteSelectProps {
  sites: Loaded['sites']
  value: string | undefined
  onChange: (key: string) => void
}

function SiteSelect({ sites, value, onChange }: SiteSelectProps) {
  const t = useTexts('api')
  return (
    <NativeSelect
      label={t('doc.site')}
      value={value}
      data={sites.map(({ key, name }) => ({ value: key, label: name }))}
      onChange={(event) => onChange(event.target.value)}
      maw="22rem"
    />
  )
}
