import { Alert, Stack } from '@mantine/core'
import { useLocation } from 'react-router'
import type { Route } from './+types/invite-page'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { useAfterAnswer } from '#ui/next-row.ts'
import { RouteDrawer } from '#ui/route-drawer.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import { showToast } from '#ui/toasts.ts'
import { getCandidateCall, invitePublisherCall } from '#domains/partners/invitations/contract/advertiser.ts'
import { BudgetText } from '#domains/partners/invitations/web/budget-text.tsx'
import { InviteForm } from '#domains/partners/invitations/web/invite-form.tsx'

/**
 * The drawer that invites a publisher, over the list whose address its own begins with: `…/new/12` for publisher 12.
 * Another list of publishers can have it as a child route too.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const query = { publisher_id: params.publisherId }
  const { data } = await context.get(callContext)(getCandidateCall, { query })
  return { candidate: data, ...getPageMeta(context, 'invitations.list.title', ['invitations']) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const read = (name: string) => readText(form, name)
  return runIntent(context, form, {
    invite: () =>
      call(invitePublisherCall, {
        body: {
          publisher_id: read('publisher_id'),
          offers: readOffers(form),
          expires_on: read('expires_on'),
          message: read('message'),
        },
      }),
  })
}

/** Reads the offers of the form; refusals name them by the same numbers. */
function readOffers(form: FormData) {
  const offers = []
  for (let index = 0; form.has(`offers.${index}.action_type`); index += 1) {
    const read = (name: string) => readText(form, `offers.${index}.${name}`)
    const kind = read('kind') === 'fixed' ? ('fixed' as const) : ('percent' as const)
    offers.push({ action_type: read('action_type'), kind, value: read('value') })
  }
  return offers
}

export const meta: Route.MetaFunction = titleMeta

export default function InvitePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Invite candidate={loaderData.candidate} answer={actionData} />
    </TextsProvider>
  )
}

interface InviteProps {
  candidate: Route.ComponentProps['loaderData']['candidate']
  answer: IntentAnswer | undefined
}

function Invite({ candidate, answer }: InviteProps) {
  const t = useTexts('invitations')
  const { pathname } = useLocation()
  const listPath = pathname.slice(0, pathname.lastIndexOf('/new/'))
  const { applicant, obstacle, budget } = candidate
  const { publisher_name: publisher } = applicant
  useAfterAnswer(listPath, answer, (given, close) => {
    if (!given.ok) return
    showToast({ text: t('sent', { publisher }) })
    close()
  })
  return (
    <RouteDrawer listPath={listPath} title={t('form.title', { publisher })} text={t('form.text')}>
      {answer?.ok ? (
        <FormMessage tone="good">{t('sent', { publisher })}</FormMessage>
      ) : obstacle === null ? (
        <TeamGate act="run_programme">
          <InviteForm candidate={candidate} answer={answer} />
        </TeamGate>
      ) : (
        <Stack>
          <Alert color="warn" title={t('form.obstacle')}>
            {obstacle}
          </Alert>
          <BudgetText budget={budget} />
        </Stack>
      )}
    </RouteDrawer>
  )
}
