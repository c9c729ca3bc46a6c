import { List, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/erase-account-page'
import type { Role } from '#kernel/actor.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { useSession } from '#platform/web/session.tsx'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { CheckboxField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { useDayText } from '#ui/month-text.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { getOwnErasureCall, keepOwnAccountCall, requestOwnErasureCall } from '#domains/desk/privacy/contract.ts'
import { useOpenAmounts } from '#domains/desk/privacy/web/open-amounts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getOwnErasureCall)
  return { erasure: data, ...getPageMeta(context, 'privacy.erase.title', ['privacy']) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  return runIntent(context, await readForm(request, context), {
    erase: (form) => call(requestOwnErasureCall, { body: { confirmed: readText(form, 'confirmed') !== '' } }),
    keep: () => call(keepOwnAccountCall),
  })
}

export const meta: Route.MetaFunction = titleMeta

/** The page on which a person has the own account erased, or keeps it. */
export default function EraseAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <EraseAccount erasure={loaderData.erasure} answer={actionData} />
    </TextsProvider>
  )
}

interface EraseAccountProps {
  erasure: Route.ComponentProps['loaderData']['erasure']
  answer: IntentAnswer | undefined
}

function EraseAccount({ erasure, answer }: EraseAccountProps) {
  const t = useTexts('privacy')
  const { actor } = useSession()
  const dayText = useDayText()
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/account#security">{t('erase.account')}</Link>}
        title={t('erase.title')}
        text={t('erase.text', { days: erasure.days })}
      />
      {answerTo(answer, 'keep')?.ok && <FormMessage tone="good">{t('erase.kept')}</FormMessage>}
      <Stack gap="lg">
        {erasure.due_at === null ? (
          <Request erasure={erasure} answer={answer} />
        ) : (
          <Panel title={t('erase.dueTitle')} text={t('erase.dueText', { day: dayText(erasure.due_at) })}>
            <OpenMoney erasure={erasure} />
            <ActionForm intent="keep" result={answerTo(answer, 'keep')}>
              <SubmitButton>{t('erase.keep')}</SubmitButton>
            </ActionForm>
          </Panel>
        )}
        <WhatGoes role={actor?.role ?? 'publisher'} />
      </Stack>
    </>
  )
}

function Request({ erasure, answer }: EraseAccountProps) {
  const t = useTexts('privacy')
  const { actor, network } = useSession()
  const { owed } = useOpenAmounts(erasure.balances)
  if (erasure.obstacle !== null) {
    return (
      <Panel title={t('erase.obstacleTitle')} text={erasure.obstacle}>
        <Text c="dimmed">{t('erase.support', { supportEmail: network.supportEmail })}</Text>
      </Panel>
    )
  }
  const { days } = erasure
  const confirmEarned = owed === '' ? t('erase.confirmEarned', { days }) : t('erase.confirmOwed', { owed, days })
  return (
    <Panel>
      <ActionForm intent="erase" result={answerTo(answer, 'erase')}>
        <OpenMoney erasure={erasure} />
        <CheckboxField
          name="confirmed"
          value="yes"
          label={actor?.role === 'publisher' ? confirmEarned : t('erase.confirm')}
          required
        />
        <SubmitButton color="red">{t('erase.submit', { days })}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

/** What is open now and cannot be paid or decided once the account is erased; nothing when nothing is. */
function OpenMoney({ erasure }: Pick<EraseAccountProps, 'erasure'>) {
  const t = useTexts('privacy')
  const { owed, debt } = useOpenAmounts(erasure.balances)
  const pending = erasure.pending_transactions
  if (owed === '' && debt === '' && pending === 0) return null
  return (
    <>
      <Facts
        facts={[
          owed !== '' && [t('erase.owed'), owed],
          debt !== '' && [t('erase.debt'), debt],
          pending > 0 && [t('operator.pending'), pending],
        ]}
      />
      {owed !== '' && <Text>{t('erase.owedHint')}</Text>}
      {pending > 0 && <Text>{t('erase.pendingHint')}</Text>}
    </>
  )
}

function WhatGoes({ role }: { role: Role }) {
  const t = useTexts('privacy')
  return (
    <>
      <Panel title={t('erase.goes')}>
        <List spacing="xs" my={0}>
          <List.Item>{t('erase.goesPerson')}</List.Item>
          {role === 'publisher' && <List.Item>{t('erase.goesPublisher')}</List.Item>}
          {role === 'advertiser' && <List.Item>{t('erase.goesAdvertiser')}</List.Item>}
        </List>
      </Panel>
      <Panel title={t('erase.stays')}>
        <List spacing="xs" my={0}>
          <List.Item>{t('erase.staysMoney')}</List.Item>
          <List.Item>{t('erase.staysAddress')}</List.Item>
        </List>
      </Panel>
    </>
  )
}
