import type { RouterContextProvider } from 'react-router'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readText } from '#platform/web/intents.ts'
import { closeOwnAccountCall, getOwnStatesCall, reopenOwnAccountCall } from '#domains/people/account-states/contract.ts'
import { listReferralsCall } from '#domains/partners/applications/contract/calls.ts'
import { countryList } from '#domains/partners/applications/web/form/country-list.server.ts'
import { getOwnListingCall, setOwnListingCall } from '#domains/partners/listings/contract.ts'
import { getBalanceCall } from '#domains/money/payouts/contract/balance.ts'
import { getClosingCall } from '#domains/money/payouts/contract/statements.ts'
import {
  getPaymentCall,
  removeBankCall,
  saveBankCall,
  savePaymentCall,
} from '#domains/money/payouts/contract/payment.ts'
import { getLegalCall, saveLegalCall, setSelfBillingCall, submitTaxFormCall } from '#domains/people/taxes/contract.ts'
import * as calls from '#domains/people/publishers/contract.ts'
import type { LegalKind, TaxFormType } from '#domains/people/taxes/rules.ts'
import { profileFields } from '#domains/people/publishers/rules.ts'
import type { Call } from '#kernel/endpoint.ts'
import type { SiteAccess } from '#kernel/actor.ts'

type Context = Readonly<RouterContextProvider>

/** A choice of a select field. */
export interface FieldOption {
  value: string
  label: string
}

/** Loads the state of the account, and what closing it means for the balance. */
async function loadStanding(call: Call) {
  const [states, balance, closing] = await Promise.all([
    call(getOwnStatesCall),
    call(getBalanceCall),
    call(getClosingCall),
  ])
  return { states: states.data, balance: balance.data, closing: closing.data }
}

/** @see loadStanding */
export type Standing = Awaited<ReturnType<typeof loadStanding>>

/** Loads what a closed account may still see and change; undefined for another one. */
export async function loadClosed(context: Context) {
  const { actor, locale } = context.get(sessionContext)
  if (!actor?.isClosed) return undefined
  const call = context.get(callContext)
  const [payment, legal, standing] = await Promise.all([call(getPaymentCall), call(getLegalCall), loadStanding(call)])
  const countries = countryList(locale).map(([code, label]) => ({ code, label }))
  return { payment: payment.data, legal: legal.data, standing, countries }
}

/** Loads the account of the publisher; a sub-account gets only its own part. */
export async function loadAccount(context: Context, search: URLSearchParams) {
  const call = context.get(callContext)
  const { actor, locale } = context.get(sessionContext)
  const { message: publisher } = await call(calls.getOwnPublisherCall)
  if (actor?.subAccount) return { publisher, owner: undefined }
  const page_number = Number(search.get('referrals') ?? 1)
  const query = { page_number: Number.isSafeInteger(page_number) && page_number > 0 ? page_number : 1 }
  const [payment, legal, referrals, subAccounts, standing, listing] = await Promise.all([
    call(getPaymentCall),
    call(getLegalCall),
    call(listReferralsCall, { query }),
    call(calls.listSubAccountsCall),
    loadStanding(call),
    call(getOwnListingCall),
  ])
  const countries = countryList(locale).map(([code, label]) => ({ code, label }))
  return {
    publisher,
    owner: {
      payment: payment.data,
      legal: legal.data,
      referrals: { ...referrals.data, ...query },
      subAccounts: subAccounts.data,
      standing,
      listing: listing.data,
      countries,
    },
  }
}

/** What the publisher itself loads besides its profile and sites. */
export type OwnerData = NonNullable<Awaited<ReturnType<typeof loadAccount>>['owner']>

/** The actions of the panels by their intents. */
export function accountActions(context: Context, form: FormData): Record<string, () => Promise<unknown>> {
  const call = context.get(callContext)
  const key = { params: { key: readText(form, 'key') } }
  const subAccount = { params: { sub_account_id: readText(form, 'sub_account_id') } }
  const access = readText(form, 'access') as SiteAccess
  const text = (name: string) => readText(form, name)
  return {
    'save-p1': () => call(calls.updateProfileCall, { body: readProfile(form, 'p1') }),
    'save-p2': () => call(calls.updateProfileCall, { body: readProfile(form, 'p2') }),
    setListing: () => call(setOwnListingCall, { body: { is_listed: readText(form, 'is_listed') === '1' } }),
    addSite: () => call(calls.createSiteCall, { body: readSite(form) }),
    editSite: () => call(calls.updateSiteCall, { ...key, body: readSite(form) }),
    deactivate: () => call(calls.deactivateSiteCall, key),
    activate: () => call(calls.activateSiteCall, key),
    savePayment: () =>
      call(savePaymentCall, {
        body: { threshold: text('threshold'), payEmail: text('payEmail'), billingEmail: text('billingEmail') },
      }),
    saveBank: () => call(saveBankCall, { body: readBank(form) }),
    removeBank: () => call(removeBankCall),
    saveLegal: () => call(saveLegalCall, { body: readLegal(form) }),
    setSelfBilling: () => call(setSelfBillingCall, { body: { version: text('version') || null } }),
    submitTaxForm: () => call(submitTaxFormCall, { body: readTaxForm(form) }),
    closeAccount: () => call(closeOwnAccountCall, { body: { reason: text('reason') } }),
    reopenAccount: () => call(reopenOwnAccountCall),
    invite: () =>
      call(calls.inviteSubAccountCall, {
        body: { userName: text('userName'), email: text('email'), hash: text('hash'), access },
      }),
    editSubAccount: () => call(calls.updateSubAccountCall, { ...subAccount, body: { hash: text('hash'), access } }),
    removeSubAccount: () => call(calls.removeSubAccountCall, subAccount),
  }
}

/** Reads a field of several choices, which the form joins with commas. */
function readList(form: FormData, name: string): string[] {
  return readText(form, name)
    .split(',')
    .filter((entry) => entry !== '')
}

function readProfile(form: FormData, part: 'p1' | 'p2') {
  const fields = profileFields.filter(([, field]) => field.part === part)
  return Object.fromEntries(
    fields.map(([name, { isList }]) => {
      const wire = `${part}_${name}`
      return [wire, isList ? readList(form, wire) : readText(form, wire)]
    }),
  )
}

function readSite(form: FormData) {
  return {
    site_url: readText(form, 'site_url'),
    site_name: readText(form, 'site_name'),
    content_categories: readList(form, 'content_categories'),
    audience_countries: readList(form, 'audience_countries'),
  }
}

function readBank(form: FormData) {
  const text = (name: string) => readText(form, name)
  return {
    accountName: text('accountName'),
    accountNumber: text('accountNumber'),
    country: text('country'),
    address: text('address'),
    swiftCode: text('swiftCode'),
    bankName: text('bankName'),
    branchName: text('branchName'),
  }
}

function readLegal(form: FormData) {
  const text = (name: string) => readText(form, name)
  return {
    legalName: text('legalName'),
    kind: text('kind') as LegalKind,
    address: text('address'),
    zipCode: text('zipCode'),
    country: text('country'),
    vatId: text('vatId'),
  }
}

function readTaxForm(form: FormData) {
  const text = (name: string) => readText(form, name)
  return { form: text('form') as TaxFormType, signed_on: text('signed_on'), file_id: text('file_id') }
}
