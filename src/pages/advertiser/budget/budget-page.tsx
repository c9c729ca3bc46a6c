import type { Route } from './+types/budget-page'
import type { InputOf } from '#kernel/endpoint.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { readText, runIntent } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate, useGateReason } from '#ui/team-gate.tsx'
import { endBudgetCall, listBudgetsCall, setBudgetCall } from '#domains/partners/budgets/contract.ts'
import { BudgetForm } from '#domains/partners/budgets/web/budget-form.tsx'
import { AlertTable, BudgetTable } from '#domains/partners/budgets/web/budget-table.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(listBudgetsCall)
  return { ...data, ...getPageMeta(context, 'budgets.title', ['budgets']) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  return runIntent(context, await readForm(request, context), {
    set: (form) => call(setBudgetCall, { body: readBudget(form) }),
    end: (form) => call(endBudgetCall, { params: { budget_id: readText(form, 'budget_id') }, body: {} }),
  })
}

type Body = InputOf<typeof setBudgetCall>['body']

function readBudget(form: FormData): Body {
  const publisherId = readText(form, 'publisher_id')
  return {
    ...(publisherId === '' ? {} : { publisher_id: publisherId }),
    period: readText(form, 'period') as Body['period'],
    measure: readText(form, 'measure') as Body['measure'],
    consequence: readText(form, 'consequence') as Body['consequence'],
    cap: readText(form, 'cap'),
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function BudgetPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Budget loaded={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface BudgetProps {
  loaded: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}

function Budget({ loaded, answer }: BudgetProps) {
  const t = useTexts('budgets')
  const canEnd = useGateReason('set_terms') === undefined
  const { budgets, alerts, notice_days: noticeDays } = loaded
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      {answer?.intent === 'end' && answer.ok && <FormMessage tone="good">{t('ended')}</FormMessage>}
      <Panel flush>
        <BudgetTable budgets={budgets} canEnd={canEnd} answer={answer} />
      </Panel>
      <TeamGate act="set_terms">
        <BudgetForm noticeDays={noticeDays} answer={answer} />
      </TeamGate>
      {alerts.length > 0 && (
        <Panel flush title={t('alerts.title')}>
          <AlertTable alerts={alerts} />
        </Panel>
      )}
    </>
  )
}
