import type { Route } from './+types/home-page'
import { getAccountKind, isAdmitted } from '#kernel/access.ts'
import type { Call } from '#kernel/endpoint.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { runIntent } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { sumClaimsCall } from '#domains/figures/claims/contract/calls.ts'
import { getClosingCall } from '#domains/programmes/closings/contract.ts'
import { getBudgetStandingsCall } from '#domains/partners/budgets/contract.ts'
import { getDecisionSourceCall } from '#domains/orders/decision-sources/contract.ts'
import { getOwnBillingCall, getOwnFundsCall } from '#domains/money/funding/contract/billing.ts'
import { listOwnInvoicesCall } from '#domains/money/invoices/contract.ts'
import { countJoinRequestsCall } from '#domains/programmes/programs/contract/membership.ts'
import { getOwnAdvertiserCall } from '#domains/programmes/programs/contract/program.ts'
import { getAdvertiserHomeCall } from '#domains/figures/reports/contract/advertiser.ts'
import {
  getSetupCall,
  hideFirstStepsCall,
  requestOpeningCall,
  withdrawOpeningCall,
} from '#domains/partners/setup/contract/advertiser.ts'
import { sumDueOrdersCall } from '#domains/orders/transactions/contract/due-orders.ts'
import { readFirstSteps } from './read-first-steps.ts'
import { OpenHome } from './open-home.tsx'
import { describePayIn } from './pay-in.ts'
import { SetupHome } from './setup-home.tsx'
import { listWork } from './work-items.ts'

/** The newest invoices, among which the home looks for overdue ones. */
const INVOICES = { page_size: '50' }

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [advertiser, setup] = await Promise.all([call(getOwnAdvertiserCall), call(getSetupCall)])
  const shared = { name: advertiser.data.name, setup: setup.data }
  const { actor } = context.get(sessionContext)
  const seesMoney = actor !== null && isAdmitted(getOwnFundsCall.access, getAccountKind(actor))
  if (advertiser.data.program?.status === 'draft') {
    const payIn = seesMoney ? await readPayIn(call) : undefined
    return { ...getPageMeta(context, 'setup.home.title', ['setup', 'funding']), ...shared, payIn, open: undefined }
  }
  const [home, due, claims, joins, source, closing, money] = await Promise.all([
    call(getAdvertiserHomeCall),
    call(sumDueOrdersCall),
    call(sumClaimsCall),
    call(countJoinRequestsCall),
    call(getDecisionSourceCall),
    call(getClosingCall),
    seesMoney ? readMoney(call) : { funds: undefined, invoices: [], budgets: [] },
  ])
  const now = new Date()
  const work = listWork(
    {
      home: home.data,
      due: due.data.due,
      claims: claims.data,
      joins: joins.data,
      source: source.data,
      ...money,
    },
    now,
  )
  const hasFirstSteps = !setup.data.are_first_steps_hidden && !closing.data?.closing
  const firstSteps = hasFirstSteps ? await readFirstSteps(call, { actor, home: home.data, funds: money.funds }) : []
  return {
    ...getPageMeta(context, 'advertiser-home.title', ['advertiser-home', 'closings', 'reports', 'setup', 'funding']),
    ...shared,
    payIn: undefined,
    open: {
      home: home.data,
      funds: money.funds,
      hasOverdue: money.invoices.some(({ state }) => state === 'overdue'),
      work,
      firstSteps,
      closing: closing.data?.closing ?? null,
      now: now.toISOString(),
    },
  }
}

/** Reads the money of the brand, for a member who sees it. */
async function readMoney(call: Call) {
  const [funds, invoices, budgets] = await Promise.all([
    call(getOwnFundsCall),
    call(listOwnInvoicesCall, { query: INVOICES }),
    call(getBudgetStandingsCall),
  ])
  return { funds: funds.data, invoices: invoices.data.invoices, budgets: budgets.data.budgets }
}

/** Reads how a brand with a draft pays in, for a member who sees its money. */
async function readPayIn(call: Call) {
  const [billing, budgets] = await Promise.all([call(getOwnBillingCall), call(getBudgetStandingsCall)])
  return describePayIn(billing.data, budgets.data.budgets)
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  return runIntent(context, await readForm(request, context), {
    requestOpening: () => call(requestOpeningCall),
    withdrawOpening: () => call(withdrawOpeningCall),
    hideFirstSteps: () => call(hideFirstStepsCall),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function HomePage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, name, setup, payIn, open } = loaderData
  return (
    <TextsProvider texts={texts}>
      {open === undefined ? (
        <SetupHome name={name} setup={setup} payIn={payIn} answer={actionData} />
      ) : (
        <OpenHome name={name} setup={setup} open={open} answer={actionData} />
      )}
    </TextsProvider>
  )
}
