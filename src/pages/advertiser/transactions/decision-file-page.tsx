import { Link } from 'react-router'
import type { Route } from './+types/decision-file-page'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readSearch } from '#platform/web/search.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import * as contract from '#domains/orders/transactions/contract/decision-file.ts'
import type { DecisionFileView } from '#domains/orders/transactions/contract/decision-file.ts'
import {
  FileActions,
  FileBadge,
  FileFigures,
  FileOutcome,
  FileProgress,
  findStep,
  useFileName,
} from '#domains/orders/transactions/web/decision-file-facts.tsx'
import { FileLines } from '#domains/orders/transactions/web/decision-file-lines.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const id = { file_id: params.fileId }
  const { data: file } = await call(contract.getDecisionFileCall, { params: id })
  const { filter = getDefaultFilter(file), after = '0' } = readSearch(request) as Record<string, string>
  const query = { after, ...(filter === 'all' ? {} : { filter }) } as { after: string }
  const { data: list } = await call(contract.listDecisionLinesCall, { params: id, query })
  return { ...getPageMeta(context, 'decision-files.title', ['decision-files']), file, ...list, filter }
}

/** The lines that a reader has to look at, if there are any. */
function getDefaultFilter({ figures }: DecisionFileView): string {
  if (figures && figures.kept > 0) return 'kept'
  return figures && figures.refused > 0 ? 'refused' : 'all'
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const id = { file_id: params.fileId }
  return runIntent(context, form, {
    decide: () => {
      const mode = readText(form, 'mode') === 'all' ? 'all' : 'valid'
      return call(contract.decideFileCall, { params: id, body: { mode } })
    },
    reverse: () => call(contract.reverseFileCall, { params: id, body: { note: readText(form, 'note') } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function DecisionFilePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <DecisionFile loaded={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface DecisionFileProps {
  loaded: Route.ComponentProps['loaderData']
  answer: IntentAnswer | undefined
}

function DecisionFile({ loaded: { file, lines, next, filter }, answer }: DecisionFileProps) {
  const t = useTexts('decision-files')
  const getName = useFileName()
  const { figures } = file
  const hasDecided = file.status !== 'checking' && file.status !== 'checked' && file.mode !== 'check'
  const { sent_key: key, sent_by: sender } = file
  const author = key ? t('sentKey', { name: key.name, id: key.id, maker: sender ?? '' }) : sender
  const date = () => <DateText value={file.sent_at} withTime />
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/transactions/files">{t('back')}</Link>}
        title={getName(file)}
        text={
          <>
            <FileBadge file={file} />{' '}
            {author === null ? t.rich('sentAt', { date }) : t.rich('sentBy', { date, name: () => author })}
          </>
        }
        actions={<Actions file={file} answer={answer} />}
      />
      <FileProgress file={file} />
      <FileOutcome file={file} />
      {figures && <FileFigures figures={figures} hasDecided={hasDecided} />}
      {figures && <FileActions figures={figures} hasDecided={hasDecided} />}
      {figures && <FileLines lines={lines} next={next} filter={filter} />}
    </>
  )
}

interface ActionsProps {
  file: DecisionFileView
  answer: IntentAnswer | undefined
}

/** What can be done next with a file. */
function Actions({ file, answer }: ActionsProps) {
  const t = useTexts('decision-files')
  const { id, status, mode, figures } = file
  if (!figures || findStep(file)) return null
  return (
    <>
      <DownloadButton href={`/api/v1/brand/decision-files/${id}/result`} label={t('do.download')} />
      <TeamGate act="decide" isBar>
        {figures.decided > figures.reversed && <ReverseAction answer={answer} />}
        {(status !== 'failed' || mode !== 'check') && (
          <DecideAction status={status} figures={figures} answer={answer} />
        )}
      </TeamGate>
    </>
  )
}

interface DecideActionProps extends Pick<ActionsProps, 'answer'> {
  status: DecisionFileView['status']
  figures: NonNullable<DecisionFileView['figures']>
}

function DecideAction({ status, figures, answer }: DecideActionProps) {
  const t = useTexts('decision-files')
  const { valid, refused } = figures
  const isChecked = status === 'checked'
  if (isChecked ? valid === 0 : status === 'decided' && refused === 0) return null
  const label = isChecked
    ? t(refused > 0 ? 'do.decideValid' : 'do.decide', { count: valid })
    : t(status === 'reversed' ? 'do.again' : 'do.retry')
  return (
    <ActionForm intent="decide" result={answerTo(answer, 'decide')}>
      <HiddenField name="mode" value={isChecked && refused === 0 ? 'all' : 'valid'} />
      <SubmitButton variant={isChecked ? 'filled' : 'default'}>{label}</SubmitButton>
    </ActionForm>
  )
}

function ReverseAction({ answer }: Pick<ActionsProps, 'answer'>) {
  const t = useTexts('decision-files')
  return (
    <ConfirmAction
      tone="bad"
      label={t('do.reverse')}
      title={t('do.reverseTitle')}
      text={t('do.reverseText')}
      confirmLabel={t('do.reverse')}
      intent="reverse"
      result={answerTo(answer, 'reverse')}
    >
      <TextAreaField name="note" label={t('do.note')} description={t('do.noteHint')} maxLength={500} required />
    </ConfirmAction>
  )
}
