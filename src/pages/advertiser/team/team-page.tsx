import { Button } from '@mantine/core'
import { Link, data, redirect } from 'react-router'
import type { Route } from './+types/team-page'
import {
  changeRoleCall,
  inviteMemberCall,
  leaveTeamCall,
  listMembersCall,
  removeMemberCall,
  resendInvitationCall,
} from '#domains/people/teams/contract.ts'
import { TeamGate } from '#ui/team-gate.tsx'
import type { TeamRole } from '#kernel/actor.ts'
import type { Call } from '#kernel/endpoint.ts'
import { callContext } from '#platform/web/call-context.ts'
import { INTENT_FIELD, readForm, submit } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowRefusal } from '#ui/row-refusal.tsx'
import { ActTable } from './act-table.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberTable } from './member-table.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { data: members } = await context.get(callContext)(listMembersCall)
  return { ...getPageMeta(context, 'teams.title', ['teams']), members }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const params = { member_id: readText(form, 'member_id') }
  const role = readText(form, 'role') as TeamRole
  // The account that has left sees another brand's pages, or the login.
  if (readText(form, INTENT_FIELD) === 'leave') return leave(call)
  return runIntent(context, form, {
    invite: () =>
      call(inviteMemberCall, { body: { name: readText(form, 'name'), email: readText(form, 'email'), role } }),
    changeRole: () => call(changeRoleCall, { params, body: { role } }),
    resend: () => call(resendInvitationCall, { params }),
    remove: () => call(removeMemberCall, { params }),
  })
}

async function leave(call: Call) {
  const { data: result, init } = await submit(() => call(leaveTeamCall))
  return result.ok ? redirect('/brand') : data<IntentAnswer>({ intent: 'leave', ...result }, init ?? {})
}

export const meta: Route.MetaFunction = titleMeta

export default function TeamPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Team members={loaderData.members} answer={actionData} />
    </TextsProvider>
  )
}

/** A member who is removed still knows the keys of others, which are revoked there. */
function KeysLink() {
  const t = useTexts('teams')
  return (
    <Button component={Link} to="/brand/api" variant="default">
      {t('keys')}
    </Button>
  )
}

const MESSAGES = { invite: 'invited', resend: 'resent', remove: 'removed', changeRole: 'roleSaved' } as const

interface TeamProps {
  members: Route.ComponentProps['loaderData']['members']
  answer: IntentAnswer | undefined
}

function Team({ members, answer }: TeamProps) {
  const t = useTexts('teams')
  const done = Object.entries(MESSAGES).find(([intent]) => answerTo(answer, intent)?.ok)
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={<KeysLink />} />
      {done && <FormMessage tone="good">{t(done[1])}</FormMessage>}
      <RowRefusal answer={answerTo(answer, 'resend')} />
      <MemberTable members={members} answer={answer} />
      <TeamGate act="manage_team">
        <InviteForm key={members.length} answer={answer} />
      </TeamGate>
      <ActTable />
    </>
  )
}
