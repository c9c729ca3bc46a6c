import { Link } from 'react-router'
import type { Route } from './+types/bank-page'
import {
  assignBankEntryCall,
  confirmBankAccountCall,
  dismissBankEntryCall,
  linkBankEntryCall,
  listBankEntriesCall,
} from '#domains/money/bank/contract.ts'
import { AccountTable } from '#domains/money/bank/web/account-table.tsx'
import { BankFileButton } from '#domains/money/bank/web/bank-file-button.tsx'
import { WaitingTable } from '#domains/money/bank/web/waiting-table.tsx'
import {
  getPaymentInstructionsCall,
  setPaymentInstructionsCall,
} from '#domains/money/funding/contract/payment-instructions.ts'
import { InstructionsForm } from '#domains/money/funding/web/instructions-form.tsx'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText, NumberText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listBankEntriesCall, '/operator/money/bank'))
  const query = read.query as Record<string, string>
  const call = context.get(callContext)
  const [{ data }, paying] = await Promise.all([call(listBankEntriesCall, { query }), call(getPaymentInstructionsCall)])
  const page = pageInSearch(query, 20)
  return { ...getPageMeta(context, 'bank.title', ['bank', 'funding']), ...data, paying: paying.data, list, page }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const id = readText(form, 'entry_id')
  const params = { entry_id: id }
  const account = readText(form, 'account')
  const confirm = (isOwn: boolean) => () =>
    call(confirmBankAccountCall, { params: { account }, body: { is_own: isOwn } })
  return runIntent(context, form, {
    [`assign ${id}`]: () =>
      call(assignBankEntryCall, {
        params,
        body: { advertiser_id: readText(form, 'advertiser_id'), is_other: readText(form, 'is_other') === 'on' },
      }),
    instructions: () =>
      call(setPaymentInstructionsCall, {
        body: {
          account_holder: readText(form, 'account_holder'),
          account: readText(form, 'account'),
          bank: readText(form, 'bank'),
          note: readText(form, 'note'),
          smallest_missing: readText(form, 'smallest_missing'),
        },
      }),
    [`link ${id}`]: () => call(linkBankEntryCall, { params }),
    [`confirm ${account}`]: confirm(true),
    [`withdraw ${account}`]: confirm(false),
    [`dismiss ${id}`]: () => call(dismissBankEntryCall, { params, body: { note: readText(form, 'note') } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function BankPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Bank data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Bank({ data, answer }: { data: Loaded; answer: IntentAnswer | undefined }) {
  const t = useTexts('bank')
  const funding = useTexts('funding')
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/money">{funding('operator.title')}</Link>}
        title={t('title')}
        text={t('text')}
        actions={<BankFileButton />}
      />
      {answer?.ok && answer.intent !== 'instructions' && (
        <FormMessage tone="good">{t(`${readVerb(answer.intent)}.done`)}</FormMessage>
      )}
      <ListPanel
        title={t('waiting.title')}
        text={t('waiting.text')}
        list={data.list}
        page={data.page}
        sizes={LIST_PAGE_SIZES}
        count={data.count}
      >
        <WaitingTable entries={data.entries} answer={answer} />
      </ListPanel>
      {data.accounts.length > 0 && (
        <Panel title={t('accounts.title')} text={t('accounts.text')}>
          <AccountTable accounts={data.accounts} answer={answer} />
        </Panel>
      )}
      <Instructions data={data} answer={answer} />
      <LastFetch data={data} />
    </>
  )
}

/** The account that brands are told to pay to. What is known of the network's accounts is proposed. */
function Instructions({ data: { paying, accounts }, answer }: { data: Loaded; answer: IntentAnswer | undefined }) {
  const confirmed = accounts.find(({ confirmed_at: at }) => at !== null)
  return (
    <InstructionsForm
      instructions={paying.instructions}
      proposal={paying.paying_account ?? (confirmed ? { account: confirmed.account } : {})}
      smallestMissing={paying.smallest_missing}
      changedAt={paying.changed_at}
      answer={answer}
    />
  )
}

/** Reads whose text says what was done from an intent, which also names the payment or the account. */
function readVerb(intent: string): 'assign' | 'link' | 'dismiss' | 'accounts' {
  if (/^(confirm|withdraw) /.test(intent)) return 'accounts'
  return (['assign', 'link'] as const).find((verb) => intent.startsWith(verb)) ?? 'dismiss'
}

function LastFetch({ data: { is_fetched: isFetched, last_fetch: last } }: { data: Loaded }) {
  const t = useTexts('bank')
  const text = isFetched ? t('fetch.text') : t('fetch.off')
  if (last === null) return <Panel title={t('fetch.title')} text={isFetched ? t('fetch.none') : text} />
  const { fault } = last
  return (
    <Panel title={t('fetch.title')} text={text}>
      {fault !== null && <FormMessage tone="bad">{fault}</FormMessage>}
      <Facts
        layout="line"
        facts={[
          [t('fetch.at'), <DateText key="at" value={last.fetched_at} withTime />],
          [t('fetch.recorded'), <NumberText key="recorded" value={last.recorded} />],
          [t('fetch.waiting'), <NumberText key="waiting" value={last.waiting} />],
          [t('fetch.known'), <NumberText key="known" value={last.known} />],
        ]}
      />
    </Panel>
  )
}
