import type { Route } from './+types/notices-page'
import { chooseNoticesCall, listNoticesCall, readNoticesCall } from '#domains/people/notices/contract.ts'
import type { ChoiceView } from '#domains/people/notices/contract.ts'
import { CHOSEN_KINDS } from '#domains/people/notices/rules.ts'
import { endScheduleCall, listMailedViewsCall } from '#domains/desk/saved-views/contract.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowRefusal } from '#ui/row-refusal.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { MailedViews } from './mailed-views.tsx'
import { NoticeTable } from './notice-table.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [{ data }, mailed] = await Promise.all([call(listNoticesCall), call(listMailedViewsCall)])
  return { ...getPageMeta(context, 'notices.title', ['notices', 'saved-views']), ...data, mailed: mailed.data.views }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  return runIntent(context, await readForm(request, context), {
    choose: (form) => {
      const kinds = CHOSEN_KINDS.filter((kind) => form.has(`mail_${kind}`))
      return call(chooseNoticesCall, { body: { choices: kinds.map((kind) => readChoice(form, kind)) } })
    },
    read: () => call(readNoticesCall),
    stop: (form) => call(endScheduleCall, { params: { view_id: readText(form, 'view_id') } }),
  })
}

function readChoice(form: FormData, kind: ChoiceView['kind']): ChoiceView {
  const mail = readText(form, `mail_${kind}`) as ChoiceView['mail']
  return { kind, mail, is_listed: readText(form, `listed_${kind}`) !== '' }
}

export const meta: Route.MetaFunction = titleMeta

export default function NoticesPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Notices {...loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface NoticesProps extends Pick<Route.ComponentProps['loaderData'], 'notices' | 'choices' | 'fixed' | 'mailed'> {
  answer: IntentAnswer | undefined
}

function Notices({ notices, choices, fixed, mailed, answer }: NoticesProps) {
  const t = useTexts('notices')
  const hasUnread = notices.some(({ is_read: isRead }) => !isRead)
  const markRead = (
    <ActionForm intent="read" result={answerTo(answer, 'read')}>
      <SubmitButton size="sm" variant="default">
        {t('markRead')}
      </SubmitButton>
    </ActionForm>
  )
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={hasUnread && markRead} />
      <NoticeTable notices={notices} />
      <RowRefusal answer={answerTo(answer, 'stop')} />
      <MailedViews views={mailed} answer={answer} />
      {choices.length + fixed.length > 0 && <ChoiceForm choices={choices} fixed={fixed} answer={answer} />}
    </>
  )
}
