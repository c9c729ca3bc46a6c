import { Link } from 'react-router'
import type { Route } from './+types/try-page'
import { dryRunPostbackCall } from '#domains/partners/tracking-health/contract/postbacks.ts'
import type { DryRunView } from '#domains/partners/tracking-health/contract/postbacks.ts'
import { readParameterText } from '#domains/partners/tracking-health/rules/parameter-text.ts'
import { DryRunPanel } from '#domains/partners/tracking-health/web/dry-run-panel.tsx'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return getPageMeta(context, 'tracking-health.try.title', ['tracking-health'])
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const parameters = readParameterText(readText(form, 'parameters'))
  const channel = readText(form, 'channel') === 'pixel' ? 'pixel' : 'server'
  return runIntent(context, form, {
    check: async () => (await call(dryRunPostbackCall, { body: { parameters, channel } })).data,
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function TryPage({ loaderData, actionData }: Route.ComponentProps) {
  const check = answerTo(actionData, 'check')
  return (
    <TextsProvider texts={loaderData.texts}>
      <TryForm result={check} />
      {check?.ok && <DryRunPanel run={check.reply as DryRunView} />}
    </TextsProvider>
  )
}

function TryForm({ result }: { result: ActionResult }) {
  const t = useTexts('tracking-health')
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/tracking">{t('postback.back')}</Link>}
        title={t('try.title')}
        text={t('try.text')}
      />
      <Panel>
        <TeamGate act="integrate">
          <ActionForm intent="check" result={result}>
            <TextAreaField
              name="parameters"
              label={t('try.parameters')}
              description={t('try.hint')}
              maxLength={10_000}
              spellCheck={false}
              required
            />
            <SelectField
              name="channel"
              label={t('try.channel')}
              defaultValue="server"
              data={[
                { value: 'server', label: t('postbacks.server') },
                { value: 'pixel', label: t('postbacks.pixel') },
              ]}
            />
            <SubmitButton>{t('try.check')}</SubmitButton>
          </ActionForm>
        </TeamGate>
      </Panel>
    </>
  )
}
