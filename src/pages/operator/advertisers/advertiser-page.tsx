import { Button, Stack } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/advertiser-page'
import {
  createSecretCall,
  declareDomainCall,
  getAdvertiserCall,
  removeDomainCall,
  revokeSecretCall,
  setRegionsCall,
  updateAdvertiserCall,
} from '#domains/people/advertisers/contract.ts'
import { parseRegionLines } from '#domains/people/advertisers/rules.ts'
import type { AdvertiserStatus, SecretKind } from '#domains/people/advertisers/rules.ts'
import { AdvertiserForm } from '#domains/people/advertisers/web/advertiser-form.tsx'
import { DomainsPanel } from '#domains/people/advertisers/web/domains-panel.tsx'
import { SecretsPanel } from '#domains/people/advertisers/web/secrets-panel.tsx'
import type { Call } from '#kernel/endpoint.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, runIntent, readText } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import type { TextChoice } from '#texts/texts.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { HashTabs } from '#ui/hash-tabs.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import {
  addTermsCall,
  createProgramCall,
  getProgramCall,
  updateProgramCall,
} from '#domains/programmes/programs/contract/program.ts'
import type { ProgramView } from '#domains/programmes/programs/contract/program.ts'
import { slugFor } from '#domains/programmes/programs/rules.ts'
import { ProgramForm } from '#domains/programmes/programs/web/program-form.tsx'
import {
  readProgramMethods,
  readProgramPage,
  readProgramRules,
  readOperatorTerms,
} from '#domains/programmes/programs/web/program-input.ts'
import { NewTermsPanel } from '#domains/programmes/programs/web/new-terms-panel.tsx'
import { TermsPanel } from '#domains/programmes/programs/web/terms-panel.tsx'
import { getAdvertiserSetupCall } from '#domains/partners/setup/contract/operator.ts'
import { SetupNotice } from '#domains/partners/setup/web/opening-actions.tsx'
import { SetupTab } from '#domains/partners/setup/web/setup-tab.tsx'
import { getListPath } from '../promotions/paths.ts'
import { setupActs } from './setup.server-actions.ts'

const TEXTS: readonly TextChoice[] = [
  { domain: 'programs', without: ['brand', 'offers', 'publisher', 'requests'] },
  'advertisers',
  { domain: 'setup', without: ['home', 'hosts', 'terms'] },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const input = { params: { advertiser_id: params.advertiserId } }
  const [advertiser, program, setup] = await Promise.all([
    call(getAdvertiserCall, input),
    call(getProgramCall, input),
    call(getAdvertiserSetupCall, input),
  ])
  const pageMeta = getPageMeta(context, 'programs.operator.title', TEXTS)
  const reasons = setup.data.test_orders.flatMap(({ reason }) =>
    reason === null ? [] : (`postback.${reason}` as const),
  )
  const texts = { ...pageMeta.texts, ...pickErrors(context.get(sessionContext), reasons) }
  return { ...pageMeta, texts, advertiser: advertiser.data, program: program.data, setup: setup.data }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const id = { advertiser_id: params.advertiserId }
  return runIntent(context, form, {
    ...advertiserActions(call, id),
    ...programActions(call, id),
    ...setupActs(call, id),
  })
}

type AdvertiserId = { advertiser_id: string }

function advertiserActions(call: Call, id: AdvertiserId) {
  const domain = (form: FormData) => ({ ...id, domain_id: readText(form, 'domain_id') })
  const regions = (form: FormData) => parseRegionLines(readText(form, 'regions'))
  return {
    profile: (form: FormData) => call(updateAdvertiserCall, { params: id, body: readProfileForm(form) }),
    declareDomain: (form: FormData) =>
      call(declareDomainCall, { params: id, body: { hostname: readText(form, 'hostname'), regions: regions(form) } }),
    setRegions: (form: FormData) => call(setRegionsCall, { params: domain(form), body: { regions: regions(form) } }),
    removeDomain: (form: FormData) => call(removeDomainCall, { params: domain(form) }),
    createSecret: (form: FormData) =>
      call(createSecretCall, { params: id, body: { kind: readText(form, 'kind') as SecretKind } }),
    revokeSecret: (form: FormData) =>
      call(revokeSecretCall, { params: { ...id, secret_id: readText(form, 'secret_id') } }),
  }
}

function readProfileForm(form: FormData) {
  return {
    name: readText(form, 'name'),
    website: readText(form, 'website'),
    status: readText(form, 'status') as AdvertiserStatus,
    account_email: readText(form, 'account_email'),
  }
}

function programActions(call: Call, id: AdvertiserId) {
  const program = (form: FormData) => ({ program_id: readText(form, 'program_id') })
  return {
    createProgram: (form: FormData) => {
      const title = readText(form, 'title')
      const slug = readText(form, 'slug') || slugFor(title)
      return call(createProgramCall, { params: id, body: { title, slug } })
    },
    programRules: (form: FormData) => call(updateProgramCall, { params: program(form), body: readProgramRules(form) }),
    programPage: (form: FormData) => call(updateProgramCall, { params: program(form), body: readProgramPage(form) }),
    programMethods: (form: FormData) =>
      call(updateProgramCall, { params: program(form), body: readProgramMethods(form) }),
    terms: (form: FormData) => call(addTermsCall, { params: program(form), body: readOperatorTerms(form) }),
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.advertiser.name} · ${loaderData.title}` : '' },
]

export default function AdvertiserPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Advertiser key={loaderData.advertiser.id} data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

type Data = Route.ComponentProps['loaderData']

function Advertiser({ data, answer }: { data: Data; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const { advertiser, program, setup } = data
  const setupTexts = useTexts('setup')
  return (
    <>
      <PageHeader
        eyebrow={t('operator.eyebrow')}
        title={advertiser.name}
        text={advertiser.website}
        actions={
          <Button component={Link} to={getListPath(advertiser.id)} variant="default">
            {t('operator.promotions')}
          </Button>
        }
      />
      <Notice answer={answer} />
      <SetupNotice answer={answer} />
      <HashTabs
        label={t('operator.tabs')}
        tabs={[
          { id: 'program', label: t('operator.tabProgram'), content: <ProgramTab program={program} answer={answer} /> },
          { id: 'terms', label: t('operator.tabTerms'), content: <TermsTab program={program} answer={answer} /> },
          {
            id: 'domains',
            label: t('operator.tabDomains'),
            content: <DomainsPanel domains={advertiser.domains} answer={answer} />,
          },
          {
            id: 'advertiser',
            label: t('operator.tabProfile'),
            content: (
              <Stack gap="lg">
                <AdvertiserForm advertiser={advertiser} answer={answer} />
                <SecretsPanel secrets={advertiser.secrets} answer={answer} />
              </Stack>
            ),
          },
          {
            id: 'setup',
            label: setupTexts('operator.tab'),
            content: <SetupTab advertiser={advertiser} setup={setup} answer={answer} />,
          },
        ]}
      />
    </>
  )
}

const NOTICES = ['declareDomain', 'setRegions', 'removeDomain', 'createSecret', 'revokeSecret'] as const

/** Confirms the action of a dialog that has closed. */
function Notice({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('advertisers')
  const done = answer?.ok ? NOTICES.find((intent) => intent === answer.intent) : undefined
  return done ? <FormMessage tone="good">{t(`done.${done}`)}</FormMessage> : null
}

interface TabProps {
  program: ProgramView | null
  answer: IntentAnswer | undefined
}

function ProgramTab({ program, answer }: TabProps) {
  const t = useTexts('programs')
  if (program) return <ProgramForm program={program} answer={answer} />
  return (
    <Panel title={t('program.none')} text={t('program.noneText')}>
      <ActionForm intent="createProgram" result={answerTo(answer, 'createProgram')}>
        <TextField name="title" label={t('program.name')} maxLength={120} required />
        <SubmitButton>{t('program.create')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

function TermsTab({ program, answer }: TabProps) {
  const t = useTexts('programs')
  if (!program) return <EmptyState title={t('program.none')} text={t('program.noneText')} />
  const result = answerTo(answer, 'terms')
  return (
    <Stack gap="lg">
      {result?.ok && <FormMessage tone="good">{t('terms.addedTold')}</FormMessage>}
      <TermsPanel terms={program.terms} text={t('terms.text')} />
      <NewTermsPanel
        key={program.terms.length}
        latest={program.terms[0]}
        result={result}
        text={t('terms.newTextTold')}
        isOperator
      >
        <HiddenField name="program_id" value={program.id} />
      </NewTermsPanel>
    </Stack>
  )
}
