import { Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/decision-source-page'
import * as calls from '#domains/orders/decision-sources/contract.ts'
import type { DecisionSourceView } from '#domains/orders/decision-sources/contract.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(calls.getDecisionSourceCall)
  return { ...getPageMeta(context, 'decision-files.source.title', ['decision-files']), source: data }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  return runIntent(context, form, {
    save: () => {
      const mode = readText(form, 'mode') === 'valid' ? 'valid' : 'check'
      const body = { url: readText(form, 'url'), mode, hour: readText(form, 'hour') } as const
      return call(calls.setDecisionSourceCall, { body })
    },
    fetch: () => call(calls.fetchDecisionsCall),
    takeOver: () => call(calls.takeOverDecisionSourceCall),
    remove: () => call(calls.removeDecisionSourceCall),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function DecisionSourcePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <DecisionSource source={loaderData.source} answer={actionData} />
    </TextsProvider>
  )
}

interface DecisionSourceProps {
  source: DecisionSourceView | null
  answer: IntentAnswer | undefined
}

function DecisionSource({ source, answer }: DecisionSourceProps) {
  const t = useTexts('decision-files')
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/transactions/files">{t('back')}</Link>}
        title={t('source.title')}
        text={t('source.text')}
      />
      <TeamGate act="decide">
        {source && <LastFetch source={source} answer={answer} />}
        <SourceForm key={source?.url} source={source} answer={answer} />
      </TeamGate>
    </>
  )
}

function LastFetch({ source, answer }: { source: DecisionSourceView; answer: IntentAnswer | undefined }) {
  const t = useTexts('decision-files')
  const { fetched_at: fetchedAt, due_at: dueAt, fault, file_id: fileId, stopped } = source
  const next = () => <DateText value={dueAt} withTime />
  const last = () => fetchedAt !== null && <DateText value={fetchedAt} withTime />
  return (
    <Panel
      title={t('source.last')}
      actions={
        <>
          <ConfirmAction
            label={t('source.remove')}
            title={t('source.removeTitle')}
            text={t('source.removeText')}
            confirmLabel={t('source.remove')}
            intent="remove"
            tone="bad"
            result={answerTo(answer, 'remove')}
          />
          {stopped === null ? (
            <ActionForm intent="fetch" result={answerTo(answer, 'fetch')}>
              <SubmitButton variant="default">{t('source.now')}</SubmitButton>
            </ActionForm>
          ) : (
            <ActionForm intent="takeOver" result={answerTo(answer, 'takeOver')}>
              <SubmitButton>{t('source.takeOver')}</SubmitButton>
            </ActionForm>
          )}
        </>
      }
    >
      <Stack gap="xs">
        {stopped !== null && (
          <FormMessage tone="bad">
            {t(`source.stopped.${stopped}`)} {t('source.stoppedNext')}
          </FormMessage>
        )}
        {answerTo(answer, 'takeOver')?.ok && <FormMessage tone="good">{t('source.taken')}</FormMessage>}
        {answerTo(answer, 'fetch')?.ok && <FormMessage tone="good">{t('source.asked')}</FormMessage>}
        {fault !== null && <FormMessage tone="bad">{fault}</FormMessage>}
        <Text>{fetchedAt === null ? t('source.never') : t.rich('source.lastAt', { date: last })}</Text>
        {fileId !== null && <Link to={`/brand/transactions/files/${fileId}`}>{t('source.openFile')}</Link>}
        {stopped === null && <Text c="dimmed">{t.rich('source.next', { date: next })}</Text>}
        {stopped === null && <Right source={source} />}
      </Stack>
    </Panel>
  )
}

/** Under whose right the file decides. */
function Right({ source: { set_by: setBy } }: { source: DecisionSourceView }) {
  const t = useTexts('decision-files')
  if (setBy === null) return null
  return <Text c="dimmed">{setBy.is_self ? t('source.rightSelf') : t('source.right', { name: setBy.name })}</Text>
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

function SourceForm({ source, answer }: DecisionSourceProps) {
  const t = useTexts('decision-files')
  const modes = (['check', 'valid'] as const).map((value) => ({ value, label: t(`source.modes.${value}`) }))
  return (
    <Panel title={t('source.form')}>
      <ActionForm
        intent="save"
        result={answerTo(answer, 'save')}
        success={t('source.saved')}
        actions={<SubmitButton>{t('source.save')}</SubmitButton>}
      >
        <TextField
          name="url"
          type="url"
          label={t('source.url')}
          description={t('source.urlHint')}
          defaultValue={source?.url}
          maxLength={2000}
          required
        />
        <FieldGrid>
          <SelectField name="hour" label={t('source.hour')} data={HOURS} defaultValue={String(source?.hour ?? 6)} />
          <SelectField name="mode" label={t('source.mode')} data={modes} defaultValue={source?.mode ?? 'check'} />
        </FieldGrid>
        <Text size="sm" c="dimmed">
          {t('source.rightNew')}
        </Text>
      </ActionForm>
    </Panel>
  )
}
