import { Stack, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/terms-page'
import { getChangeTextCall, objectCall } from '#domains/legal/contract.ts'
import { Objection } from '#domains/legal/web/own-changes-panel.tsx'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const change = { params: { change_id: params.changeId } }
  const { data } = await context.get(callContext)(getChangeTextCall, change)
  return { ...getPageMeta(context, 'terms.own.title', ['terms']), text: data }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const change = { params: { change_id: params.changeId } }
  return runIntent(context, form, { objectToTerms: () => context.get(callContext)(objectCall, change) })
}

export const meta: Route.MetaFunction = titleMeta

/** The whole text of a change of the terms, with the button that objects to it. */
export default function TermsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Terms text={loaderData.text} answer={actionData} />
    </TextsProvider>
  )
}

interface TermsProps {
  text: Route.ComponentProps['loaderData']['text']
  answer: IntentAnswer | undefined
}

function Terms({ text, answer }: TermsProps) {
  const t = useTexts('terms')
  const { change } = text
  const day = <DateText value={change.holds_from} />
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/account">{t('own.back')}</Link>}
        title={text.title}
        text={t.rich('own.pageText', { day: () => day })}
      />
      <Panel title={t(`document.${change.document}`)} text={change.summary}>
        <Stack gap="xs" align="start">
          {answerTo(answer, 'objectToTerms')?.ok && <FormMessage tone="good">{t('own.done')}</FormMessage>}
          <Objection change={change} answer={answer} />
        </Stack>
      </Panel>
      <Panel>
        <Stack>
          <Html html={text.intro} />
          {text.sections.map(({ id, title, html }) => (
            <section key={id} id={id}>
              <Title order={2}>{title}</Title>
              <Html html={html} />
            </section>
          ))}
        </Stack>
      </Panel>
    </>
  )
}

/** HTML that the server has rendered from Markdown without its HTML, so it is safe to insert. */
function Html({ html }: { html: string }) {
  return <div className="stack" dangerouslySetInnerHTML={{ __html: html }} />
}
