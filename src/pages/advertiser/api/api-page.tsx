import { Anchor } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Route } from './+types/api-page'
import { describeApiCall } from '#domains/desk/api/contract/documentation.ts'
import {
  createAdvertiserKeyCall,
  listAdvertiserKeysCall,
  revokeAdvertiserKeyCall,
} from '#domains/people/api-keys/contract.ts'
import { READ_SCOPES, REQUESTS_PER_MINUTE } from '#domains/people/api-keys/rules/limits.ts'
import { listApiCalls } from '#domains/desk/api/rules/operations.ts'
import { getScopesOfRole } from '#domains/people/api-keys/rules/scopes.ts'
import { ApiCallList } from '#domains/desk/api/web/api-call-panel.tsx'
import { KeysPanel } from '#domains/people/api-keys/web/keys-panel.tsx'
import { useMadeKey } from '#domains/people/api-keys/web/made-key.ts'
import { ReaderContext } from '#domains/desk/api/web/reader.ts'
import { DECISION_COLUMNS, MAX_DECISION_ROWS } from '#domains/orders/transactions/rules/decision-columns.ts'
import { ADVERTISER_SCOPES } from '#kernel/key-scopes.ts'
import { addDays, toDay } from '#kernel/days.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readFields, readForm } from '#platform/web/form.ts'
import { readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { HashTabs } from '#ui/hash-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

/** The calls for programs of an advertiser by their `operationId`, in the tabs of the page. */
const TABS = {
  read: ['listOrders', 'listClickDays', 'getProgram', 'listPublishers', 'listOwnPromotions', 'listInvoices'],
  decide: [
    'sendDecisionFile',
    'sendDecisions',
    'getDecisionFile',
    'listDecisionLines',
    'downloadDecisionResult',
    'decideByFile',
    'reverseDecisionFile',
    'listDecisionFiles',
  ],
}

const CALLS = Object.values(TABS).flat()

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { actor } = context.get(sessionContext)
  const [keys, description] = await Promise.all([call(listAdvertiserKeysCall), call(describeApiCall)])
  const today = toDay(new Date())
  return {
    ...getPageMeta(context, 'api.brand.title', ['api']),
    keys: keys.data,
    scopes: getScopesOfRole(ADVERTISER_SCOPES, actor?.teamRole),
    calls: listApiCalls(description).filter(({ id }) => CALLS.includes(id)),
    days: { begin: addDays(today, -6), end: today },
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  return runIntent(context, form, {
    createKey: () => {
      const { scopes } = readFields(form, ['scopes']) as { scopes?: never[] }
      return call(createAdvertiserKeyCall, { body: { name: readText(form, 'name'), scopes: scopes ?? [] } })
    },
    revokeKey: () => call(revokeAdvertiserKeyCall, { params: { key_id: readText(form, 'key_id') } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function ApiPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Api data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

function Api({ data, answer }: { data: Route.ComponentProps['loaderData']; answer: IntentAnswer | undefined }) {
  const t = useTexts('api')
  const { keys, scopes, calls, days } = data
  const chosen = scopes.filter((scope) => READ_SCOPES.includes(scope))
  const made = useMadeKey(answer, keys)
  const [typed, setTyped] = useState<string>()
  const secret = typed ?? made ?? ''
  const reader = useMemo(() => ({ siteKey: undefined, secret, setSecret: setTyped, days }), [secret, days])
  return (
    <ReaderContext value={reader}>
      <PageHeader
        title={t('brand.title')}
        text={t('brand.text', { max: String(REQUESTS_PER_MINUTE) })}
        actions={<Anchor href="/openapi.json">{t('doc.openapi')}</Anchor>}
      />
      <TeamGate act="manage_keys">
        <KeysPanel keys={keys} scopes={scopes} chosen={chosen} made={made} answer={answer} />
      </TeamGate>
      <HashTabs
        label={t('brand.tabs')}
        tabs={[
          { id: 'read', label: t('brand.tab.read'), content: <ApiCallList calls={calls} ids={TABS.read} /> },
          {
            id: 'decide',
            label: t('brand.tab.decide'),
            content: (
              <ApiCallList calls={calls} ids={TABS.decide}>
                <Panel title={t('brand.steps')}>
                  {t('brand.stepsText', { columns: DECISION_COLUMNS.join(', '), max: MAX_DECISION_ROWS })}
                </Panel>
              </ApiCallList>
            ),
          },
        ]}
      />
    </ReaderContext>
  )
}
