import { redirect } from 'react-router'
import type { Route } from './+types/verify-password-page'
import { callContext } from '#platform/web/call-context.ts'
import { readFields, readForm, submit } from '#platform/web/form.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { PasswordField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { verifyPasswordCall } from '#domains/people/accounts/contract/security.ts'
import { chooseDestination } from '#domains/people/accounts/rules.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  const next = new URL(request.url).searchParams.get('next') ?? ''
  return { next, ...getPageMeta(context, 'security.verify.title', ['security']) }
}

/** Verifies the password. Returns to the page in `next`; the dialog of the console sends none. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const { next = '', ...body } = readFields(form) as { next?: string; password: string }
  const result = await submit(() => context.get(callContext)(verifyPasswordCall, { body }))
  return result.data.ok && next !== '' ? redirect(chooseDestination(next, '/account'), 303) : result
}

export const meta: Route.MetaFunction = titleMeta

/** The page for browsers without scripts; with a script, `PasswordPrompt` opens a dialog instead. */
export default function VerifyPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <VerifyPassword next={loaderData.next} result={actionData} />
    </TextsProvider>
  )
}

function VerifyPassword({ next, result }: { next: string; result: ActionResult }) {
  const t = useTexts('security')
  return (
    <>
      <PageHeader title={t('verify.title')} text={t('verify.text')} />
      <Panel>
        <ActionForm result={result} success={t('verify.done')}>
          {next !== '' && <HiddenField name="next" value={next} />}
          <PasswordField name="password" label={t('verify.label')} autoComplete="current-password" required />
          <SubmitButton>{t('verify.submit')}</SubmitButton>
        </ActionForm>
      </Panel>
    </>
  )
}
