import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Route } from './+types/rules-page'
import { callContext } from '#platform/web/call-context.ts'
import { INTENT_FIELD, readForm, submit } from '#platform/web/form.ts'
import { readText } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ActionForm, FormMessage } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import {
  getJoinRulesCall,
  saveJoinRulesCall,
  tryJoinRulesCall,
} from '#domains/partners/memberships/contract/join-rules.ts'
import { DRY_RUN_DAYS, MAX_JOIN_RULES } from '#domains/partners/memberships/rules/join-rules.ts'
import { DryRunResult } from '#domains/partners/memberships/web/dry-run-result.tsx'
import { RuleFields } from '#domains/partners/memberships/web/rule-fields.tsx'
import { readRulesForm } from '#domains/partners/memberships/web/rules-input.ts'

const TRY = 'try'

export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getJoinRulesCall)
  return { ...data, ...getPageMeta(context, 'memberships.rules.title', ['memberships']) }
}

/** Tries the rules of the form, or saves them. */
export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  return submit(async () => {
    const rules = readRulesForm(form)
    if (readText(form, INTENT_FIELD) === TRY) return { run: (await call(tryJoinRulesCall, { body: { rules } })).data }
    await call(saveJoinRulesCall, { body: { version: Number(readText(form, 'version')), rules } })
    return { run: undefined }
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function RulesPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Rules key={loaderData.version} loaded={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface RulesProps {
  loaded: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}

function Rules({ loaded: { version, rules, join_mode: mode }, answer }: RulesProps) {
  const t = useTexts('memberships')
  const [count, setCount] = useState(Math.min(MAX_JOIN_RULES, rules.length + 1))
  const run = answer?.ok ? answer.reply.run : undefined
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/publishers/requests">{t('requests.title')}</Link>}
        title={t('rules.title')}
        text={t('rules.intro')}
      />
      {answer?.ok && !run && <FormMessage tone="good">{t('rules.saved')}</FormMessage>}
      {run && <DryRunResult run={run} />}
      <Panel>
        <ActionForm result={answer?.ok ? undefined : answer}>
          <HiddenField name="version" value={version} />
          <Stack gap="md">
            {Array.from({ length: count }, (_, index) => (
              <RuleFields
                key={index}
                index={index}
                rule={rules[index]}
                tried={run?.by_rule.find(({ rule_no: number }) => number === index + 1)?.count}
              />
            ))}
          </Stack>
          <Text c="dimmed">{t(`rules.otherwise.${mode}`)}</Text>
          <Group justify="space-between">
            <Button variant="subtle" disabled={count >= MAX_JOIN_RULES} onClick={() => setCount(count + 1)}>
              {t('rules.add')}
            </Button>
            <Group gap="xs">
              <Button type="submit" name={INTENT_FIELD} value={TRY} variant="default">
                {t('rules.try', { days: DRY_RUN_DAYS })}
              </Button>
              <TeamGate act="run_programme" isBar>
                <Button type="submit" name={INTENT_FIELD} value="save">
                  {t('rules.save')}
                </Button>
              </TeamGate>
            </Group>
          </Group>
        </ActionForm>
      </Panel>
    </>
  )
}
