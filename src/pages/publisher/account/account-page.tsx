import { lazy, Suspense, useMemo } from 'react'
import { readForm } from '#platform/web/form.ts'
import { runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { SecurityPanels } from '#pages/signed-in/account/security-panels.tsx'
import { loadSecurity, securityActions } from '#pages/signed-in/account/security.server-actions.ts'
import { FormMessage } from '#ui/form.tsx'
import { HashTabs } from '#ui/hash-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import type { Route } from './+types/account-page'
import { accountActions, loadAccount, loadClosed } from './account.server-actions.ts'
import type { FieldOption, OwnerData } from './account.server-actions.ts'
import { LegalPanel } from './legal-panel.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SitesPanel } from './sites-panel.tsx'
import { StatePanels } from './state-panels.tsx'

const SubAccountsPanel = lazy(async () => ({ default: (await import('./sub-accounts-panel.tsx')).SubAccountsPanel }))

const ListingPanel = lazy(async () => ({ default: (await import('./listing-panel.tsx')).ListingPanel }))

const ReferralPanel = lazy(async () => ({ default: (await import('./referral-panel.tsx')).ReferralPanel }))

const TEXTS = [
  'publishers',
  'payouts',
  'taxes',
  'sign-up',
  'security',
  'privacy',
  'legal-changes',
  'account-states',
  'listings',
] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const closed = await loadClosed(context)
  return {
    ...getPageMeta(context, 'publishers.account.title', [...TEXTS]),
    security: await loadSecurity(context),
    closed,
    account: closed ? undefined : await loadAccount(context, new URL(request.url).searchParams),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  return runIntent(context, form, { ...securityActions({ context, request }, form), ...accountActions(context, form) })
}

export const meta: Route.MetaFunction = titleMeta

export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, account, closed, security } = loaderData
  return (
    <TextsProvider texts={texts}>
      {closed && <ClosedAccount {...closed} security={security} answer={actionData} />}
      {account && <Account {...account} security={security} answer={actionData} />}
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

interface PanelProps extends Pick<Loaded, 'security'> {
  answer: IntentAnswer | undefined
}

type AccountProps = NonNullable<Loaded['account']> & PanelProps

/** What a publisher may still see and change whose account is closed. */
function ClosedAccount({ security, answer, ...closed }: NonNullable<Loaded['closed']> & PanelProps) {
  const t = useTexts('publishers')
  const taxes = useTexts('taxes')
  const ofStates = useTexts('account-states')
  const { payment, legal, standing, countries } = closed
  return (
    <>
      <PageHeader title={t('account.title')} />
      <Notice answer={answer} />
      <HashTabs
        label={t('account.title')}
        tabs={[
          {
            id: 'state',
            label: ofStates('own.tab'),
            content: <StatePanels standing={standing} answer={answer} />,
          },
          {
            id: 'payment',
            label: t('account.payment'),
            content: <PaymentPanel payment={payment} countries={countries} answer={answer} />,
          },
          {
            id: 'legal',
            label: taxes('tab'),
            content: <LegalPanel legal={legal} countries={countries} answer={answer} />,
          },
          {
            id: 'security',
            label: t('account.security'),
            content: <SecurityPanels security={security} answer={answer} />,
          },
        ]}
      />
    </>
  )
}

function Account({ publisher, owner, security, answer }: AccountProps) {
  const t = useTexts('publishers')
  const countries = useMemo(() => owner && toPositions(owner.countries), [owner])
  const sites = {
    id: 'sites',
    label: t('sites.title'),
    content: <SitesPanel sites={publisher.sites} countries={countries} answer={answer} />,
  }
  const safety = {
    id: 'security',
    label: t('account.security'),
    content: <SecurityPanels security={security} answer={answer} />,
  }
  const ownerTabs = useOwnerTabs({ publisher, owner, countries, answer })
  const [profile, ...others] = ownerTabs
  return (
    <>
      <PageHeader title={t('account.title')} text={t(owner ? 'account.text' : 'account.subAccountText')} />
      <Notice answer={answer} />
      <HashTabs
        label={t('account.title')}
        tabs={profile === undefined ? [sites, safety] : [profile, sites, ...others, safety]}
      />
    </>
  )
}

type OwnerTabsProps = Omit<AccountProps, 'security'> & { countries: FieldOption[] | undefined }

/** The panels that only the publisher itself has; none for a sub-account. */
function useOwnerTabs({ publisher, owner, countries, answer }: OwnerTabsProps) {
  const t = useTexts('publishers')
  const taxes = useTexts('taxes')
  const ofStates = useTexts('account-states')
  const listings = useTexts('listings')
  if (!owner || !countries) return []
  const shared = { publisher, countries, answer }
  return [
    {
      id: 'profile',
      label: t('account.profile'),
      content: (
        <>
          <ProfilePanel part="p1" {...shared} />
          <ProfilePanel part="p2" {...shared} />
        </>
      ),
    },
    {
      id: 'payment',
      label: t('account.payment'),
      content: <PaymentPanel payment={owner.payment} countries={owner.countries} answer={answer} />,
    },
    {
      id: 'legal',
      label: taxes('tab'),
      content: <LegalPanel legal={owner.legal} countries={owner.countries} answer={answer} />,
    },
    {
      id: 'sub-accounts',
      label: t('subAccounts.title'),
      content: (
        <Suspense>
          <SubAccountsPanel subAccounts={owner.subAccounts} sites={publisher.sites} answer={answer} />
        </Suspense>
      ),
    },
    {
      id: 'listing',
      label: listings('own.tab'),
      content: (
        <Suspense>
          <ListingPanel own={owner.listing} answer={answer} />
        </Suspense>
      ),
    },
    {
      id: 'state',
      label: ofStates('own.tab'),
      content: <StatePanels standing={owner.standing} answer={answer} />,
    },
    {
      id: 'referral',
      label: t('referral.tab'),
      content: (
        <Suspense>
          <ReferralPanel referrals={owner.referrals} />
        </Suspense>
      ),
    },
  ]
}

const NOTICES = {
  'save-p1': 'profile.saved',
  'save-p2': 'profile.saved',
  addSite: 'sites.addedNotice',
  editSite: 'sites.saved',
  activate: 'sites.saved',
  deactivate: 'sites.saved',
  saveBank: 'account.bankSaved',
  removeBank: 'account.bankRemoved',
  invite: 'subAccounts.invitedNotice',
  editSubAccount: 'sites.saved',
  removeSubAccount: 'subAccounts.removed',
} as const

const STATE_CHANGES: Partial<Record<string, 'own.closed' | 'own.reopened'>> = {
  closeAccount: 'own.closed',
  reopenAccount: 'own.reopened',
}

function Notice({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('publishers')
  const taxes = useTexts('taxes')
  const taxNotices: Partial<Record<string, string>> = {
    setSelfBilling: taxes('selfBilling.done'),
    submitTaxForm: taxes('submitted'),
  }
  const ofStates = useTexts('account-states')
  const change = answer?.ok ? STATE_CHANGES[answer.intent] : undefined
  if (change !== undefined) return <FormMessage tone="good">{ofStates(change)}</FormMessage>
  const notices: Partial<Record<string, (typeof NOTICES)[keyof typeof NOTICES]>> = NOTICES
  const notice = answer?.ok ? notices[answer.intent] : undefined
  const text = notice === undefined ? answer?.ok && taxNotices[answer.intent] : t(notice)
  return text ? <FormMessage tone="good">{text}</FormMessage> : null
}

/** Converts countries to options by their positions from 1. */
function toPositions(countries: OwnerData['countries']): FieldOption[] {
  return countries.map(({ code, label }) => ({ value: String(COUNTRY_CODES.indexOf(code) + 1), label }))
}
