import { Button, Divider, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { Link } from 'react-router'
import { createOwnSecretCall, listOwnSecretsCall, revokeOwnSecretCall } from '#domains/people/advertisers/contract.ts'
import type { SecretKind } from '#domains/people/advertisers/rules.ts'
import { DomainTable } from '#domains/people/advertisers/web/domains-panel.tsx'
import { countryList } from '#domains/partners/applications/web/form/country-list.server.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormMessage } from '#ui/form.tsx'
import { NOTE_INTENT } from '#ui/note-intent.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { getPauseCall } from '#domains/programmes/closings/contract.ts'
import { getProgramHistoryCall, noteProgramCall } from '#domains/programmes/programs/contract/history.ts'
import { getOwnAdvertiserCall } from '#domains/programmes/programs/contract/program.ts'
import type { ProgramView } from '#domains/programmes/programs/contract/program.ts'
import { ProgramFacts } from '#domains/programmes/programs/web/program-facts.tsx'
import { useSession } from '#platform/web/session.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { HashTabs } from '#ui/hash-tabs.tsx'
import { NoteForm, useNoteEntries } from '#ui/notes.tsx'
import { ObjectTimeline } from '#ui/object-timeline.tsx'
import { ActLink, TeamGate } from '#ui/team-gate.tsx'
import type { HistoryLine } from '#domains/programmes/history/contract.ts'
import { useHistoryEntries } from '#domains/programmes/history/web/history-entries.tsx'
import type { NoteView } from '#domains/people/notes/contract.ts'
import type { Route } from './+types/programme-page'
import { buildParameterRows } from './parameter-rows.ts'
import { ParametersPanel } from './parameters-panel.tsx'
import { buildPauseActions, buildProgramActions } from './program-actions.ts'
import { PausePanel } from './pause-panel.tsx'
import { PostbackSecrets } from './postback-secrets.tsx'
import { chooseTokens, codeSnippets, exampleEvent } from './code-snippets.ts'
import type { SnippetFacts } from './code-snippets.ts'

/** Loaded when the brand changes its programme. */
const AboutPanel = lazy(async () => ({ default: (await import('./about-panel.tsx')).AboutPanel }))
const LogoPanel = lazy(async () => ({ default: (await import('./logo-panel.tsx')).LogoPanel }))
const MethodsPanel = lazy(async () => ({ default: (await import('./methods-panel.tsx')).MethodsPanel }))

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [advertiser, secrets, pause] = await Promise.all([
    call(getOwnAdvertiserCall),
    call(listOwnSecretsCall),
    call(getPauseCall),
  ])
  const history = advertiser.data.program ? (await call(getProgramHistoryCall)).data : undefined
  const pageMeta = getPageMeta(context, 'programs.brand.title', [
    'programs',
    'advertisers',
    'history',
    'notes',
    { domain: 'closings', without: ['home', 'mail', 'steps'] },
  ])
  const isEdited = new URL(request.url).searchParams.has('edit') && isChangeable(advertiser.data.program)
  const countries = isEdited ? countryList(context.get(sessionContext).locale) : []
  return {
    ...pageMeta,
    advertiser: advertiser.data,
    secrets: secrets.data,
    history,
    pause: pause.data,
    parameters: buildParameterRows(context.get(sessionContext)),
    isEdited,
    countries: countries.map(([value, label]) => ({ value, label })),
  }
}

/** The brand changes a draft among its terms, and a closed programme not any more. */
function isChangeable(program: ProgramView | null): boolean {
  return program?.status === 'open' || program?.status === 'paused'
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  return runIntent(context, form, {
    ...buildProgramActions(call, form),
    ...buildPauseActions(call, form),
    createSecret: () => call(createOwnSecretCall, { body: { kind: readText(form, 'kind') as SecretKind } }),
    [NOTE_INTENT]: () => call(noteProgramCall, { body: { text: readText(form, 'text') } }),
    revokeSecret: () => call(revokeOwnSecretCall, { params: { secret_id: readText(form, 'secret_id') } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function ProgrammePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Advertiser data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

function Advertiser({
  data,
  ...props
}: {
  data: Route.ComponentProps['loaderData']
  answer: IntentAnswer | undefined
}) {
  const t = useTexts('programs')
  const answer = useLastAnswer(props.answer)
  const { advertiser, secrets, history } = data
  const { program } = advertiser
  const inForce = program?.terms.find(({ state }) => state === 'in_force')
  return (
    <>
      <PageHeader eyebrow={advertiser.name} title={t('brand.title')} text={t('brand.text')} />
      <Notice answer={answer} />
      <HowItWorks param={program?.click_param ?? 'click_id'} />
      <Programme program={program} isEdited={data.isEdited} />
      {program && data.isEdited && (
        <Suspense>
          <LogoPanel name={advertiser.name} logo={program.logo} answer={answer} />
          <AboutPanel program={program} countries={data.countries} answer={answer} />
          <MethodsPanel program={program} answer={answer} />
        </Suspense>
      )}
      {data.pause && <PausePanel page={data.pause} answer={answer} />}
      <Panel title={t('brand.domains')} text={t('brand.domainsText')} flush>
        <DomainTable domains={advertiser.domains} />
      </Panel>
      <PostbackSecrets secrets={secrets} answer={answer} />
      <CodeSamples
        hasSecret={secrets.length > 0}
        tokens={chooseTokens(answer)}
        event={exampleEvent(inForce)}
        currency={inForce?.currency}
      />
      <ParametersPanel rows={data.parameters} />
      {history && <HistoryPanel history={history} answer={answer} />}
      <Text c="dimmed">
        {t('brand.more')} <Link to="/brand/tracking">{t('brand.postbacks')}</Link>,{' '}
        <Link to="/brand/transactions">{t('brand.transactions')}</Link>
        {program && program.status !== 'draft' && (
          <>
            , <Link to="/brand/close">{t('brand.close')}</Link>
          </>
        )}
      </Text>
    </>
  )
}

/** Keeps the answer when a tab changes the address: its new secret is shown only once. */
function useLastAnswer(answer: IntentAnswer | undefined): IntentAnswer | undefined {
  const [last, setLast] = useState(answer)
  if (answer && answer !== last) setLast(answer)
  return answer ?? last
}

function Notice({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  if (!answer?.ok) return null
  const done: Record<string, string> = {
    createSecret: t('brand.secretCreated'),
    revokeSecret: t('brand.secretRevoked'),
  }
  return <FormMessage tone="good">{done[answer.intent]}</FormMessage>
}

const STEPS = ['step1', 'step2', 'step3'] as const

function HowItWorks({ param }: { param: string }) {
  const t = useTexts('programs')
  return (
    <Panel title={t('brand.how')}>
      <SimpleGrid component="ol" className="plain-list" minColWidth="min(100%, 16rem)" spacing="lg">
        {STEPS.map((step, index) => (
          <li key={step}>
            <ThemeIcon size={36} mb="sm" color="brand" ff="heading" fz="1rem" fw={700} aria-hidden>
              {index + 1}
            </ThemeIcon>
            <Text fw={650}>{t(`brand.${step}`)}</Text>
            <Text mt={4} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {t(`brand.${step}Text`, { param })}
            </Text>
          </li>
        ))}
      </SimpleGrid>
    </Panel>
  )
}

interface ProgrammeProps {
  program: ProgramView | null
  /** Whether the forms that change it are shown. */
  isEdited: boolean
}

function Programme({ program, isEdited }: ProgrammeProps) {
  const t = useTexts('programs')
  if (!program) {
    return (
      <Panel>
        <EmptyState title={t('brand.noProgram')} text={t('brand.noProgramText')} />
      </Panel>
    )
  }
  const links = (
    <>
      {isChangeable(program) && (
        <ActLink act="run_programme" to={isEdited ? '.' : '?edit'} variant="default" preventScrollReset>
          {t(isEdited ? 'brand.endEdit' : 'brand.edit')}
        </ActLink>
      )}
      <Button component={Link} to="/brand/terms" variant="default">
        {t('brand.terms')}
      </Button>
    </>
  )
  return (
    <Panel title={program.title} actions={links}>
      <ProgramFacts program={program} />
    </Panel>
  )
}

interface CodeSamplesProps {
  hasSecret: boolean
  /** The secrets in the code. */
  tokens: SnippetFacts['tokens']
  event: string | undefined
  currency: string | undefined
}

/** Code samples for a shop's server to report and decide orders, and the pixel for its pages. */
function CodeSamples({ hasSecret, tokens, event = 'sale', currency = 'USD' }: CodeSamplesProps) {
  const t = useTexts('programs')
  const { trackingOrigin } = useSession()
  if (!hasSecret) {
    return (
      <Panel title={t('brand.codeSamples')}>
        <EmptyState art="link" title={t('brand.codeSamplesNeedSecret')} />
      </Panel>
    )
  }
  const codes = codeSnippets({ trackingOrigin, tokens, event, currency })
  const tabs = (['curl', 'node', 'php', 'decide', 'pixel'] as const).map((language) => ({
    id: language,
    label: t(`brand.${language}`),
    content: <CodeBlock code={codes[language]} label={t(`brand.${language}`)} />,
  }))
  return (
    <Panel title={t('brand.codeSamples')} text={t('brand.codeSamplesText')}>
      <HashTabs label={t('brand.languages')} tabs={tabs} />
    </Panel>
  )
}

interface HistoryPanelProps {
  history: { lines: readonly HistoryLine[]; notes: readonly NoteView[] }
  answer: IntentAnswer | undefined
}

/** What was changed in a programme, and the notes of its team. Needs the texts `history` and `notes`. */
function HistoryPanel({ history: { lines, notes }, answer }: HistoryPanelProps) {
  const t = useTexts('history')
  const entries = [...useHistoryEntries(lines), ...useNoteEntries(notes)]
  return (
    <Panel title={t('title')} text={t('programText')}>
      <Stack gap="lg">
        <TeamGate act="note">
          <NoteForm count={notes.length} result={answerTo(answer, NOTE_INTENT)} />
        </TeamGate>
        <Divider color="var(--line)" />
        {entries.length === 0 ? <Text c="dimmed">{t('empty')}</Text> : <ObjectTimeline entries={entries} />}
      </Stack>
    </Panel>
  )
}
