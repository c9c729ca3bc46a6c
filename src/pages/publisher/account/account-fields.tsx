import { Text } from '@mantine/core'
import { useState } from 'react'
import { useOptionText } from '#platform/web/option-text.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { SITE_ACCESS } from '#kernel/actor.ts'
import { APP_CONTENT_CATEGORIES, MAX_SITE_CHOICES, WEB_CONTENT_CATEGORIES } from '#kernel/lists/content-categories.ts'
import type { PaymentView } from '#domains/money/payouts/contract/payment.ts'
import { MAX_BANK_NAME, isBankName, writeBankText } from '#domains/money/payouts/rules/bank-text.ts'
import type { SiteView, SubAccountView } from '#domains/people/publishers/contract.ts'
import type { ProfileField, ProfileName } from '#domains/people/publishers/rules.ts'
import { TextField } from '#ui/fields.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { MultiSelectField } from '#ui/multi-select-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { FieldOption, OwnerData } from './account.server-actions.ts'

/* The fields of the account's forms. The page loads them when a form first opens. */

/** A field of the profile with its value. */
export interface ShownField {
  name: ProfileName
  field: ProfileField
  label: string
  /** The entries on the wire. */
  values: string[]
  options: readonly FieldOption[] | undefined
}

/** The input of a field of the profile. */
export function ProfileInput({ name, field, label, values, options }: ShownField) {
  const shared = { name: `${field.part}_${name}`, label }
  if (!options) return <TextField {...shared} defaultValue={values[0]} maxLength={field.max} dir="auto" />
  const isSearchable = options.length > 12
  if (field.isList) {
    return <MultiSelectField {...shared} data={[...options]} defaultValue={values} searchable={isSearchable} />
  }
  return <SelectField {...shared} data={[...options]} defaultValue={values[0] ?? null} searchable={isSearchable} />
}

interface SiteFieldsProps {
  /** The site to edit; undefined for a new one. */
  site: SiteView | undefined
  countries: readonly FieldOption[]
}

/** The fields of a site. */
export function SiteFields({ site, countries }: SiteFieldsProps) {
  const t = useTexts('publishers')
  return (
    <>
      {site && <HiddenField name="key" value={site.key} />}
      <TextField
        name="site_name"
        label={t('sites.name')}
        description={t('sites.nameHint')}
        defaultValue={site?.name}
        maxLength={120}
        required
        data-autofocus
      />
      <TextField
        name="site_url"
        label={t('sites.url')}
        description={t('sites.urlHint')}
        defaultValue={site?.url}
        inputMode="url"
        required
      />
      <SiteChoices site={site} countries={countries} />
    </>
  )
}

function SiteChoices({ site, countries }: SiteFieldsProps) {
  const t = useTexts('sign-up')
  const categories = useCategoryGroups()
  const shared = { description: t('hint.upToThree'), maxValues: MAX_SITE_CHOICES, searchable: true, required: true }
  return (
    <>
      <MultiSelectField
        name="content_categories"
        label={t('field.content_categories')}
        data={categories}
        defaultValue={site?.content_categories.map(({ id }) => String(id))}
        {...shared}
      />
      <MultiSelectField
        name="audience_countries"
        label={t('field.audience_countries')}
        data={[...countries]}
        defaultValue={site?.audience_countries.map(({ id }) => String(id))}
        {...shared}
      />
    </>
  )
}

/** The 31 categories by position, in their two groups. */
function useCategoryGroups() {
  const t = useTexts('sign-up')
  const optionText = useOptionText()
  const toOptions = (names: readonly string[], before: number, suffix: string) =>
    names.map((name, index) => ({ value: String(before + index + 1), label: `${optionText(name)}${suffix}` }))
  const app = t('group.app')
  return [
    { group: t('group.web'), items: toOptions(WEB_CONTENT_CATEGORIES, 0, '') },
    { group: app, items: toOptions(APP_CONTENT_CATEGORIES, WEB_CONTENT_CATEGORIES.length, ` (${app})`) },
  ]
}

/** The fields of a bank account. The account number is entered anew, because the page knows only its end. */
export function BankFields({ bank, countries }: { bank: PaymentView['bank']; countries: OwnerData['countries'] }) {
  const t = useTexts('payouts')
  const data = countries.map(({ code, label }) => ({ value: code, label }))
  return (
    <>
      <SelectField
        name="country"
        label={t('bank.country')}
        data={data}
        defaultValue={bank?.country ?? null}
        searchable
        required
      />
      <HolderField holder={bank?.accountName ?? ''} />
      <TextField
        name="accountNumber"
        label={t('bank.accountNumber')}
        description={t('bank.accountNumberHint')}
        maxLength={60}
        autoComplete="off"
        required
      />
      <TextField
        name="swiftCode"
        label={t('bank.swiftCode')}
        description={t('bank.swiftCodeHint')}
        defaultValue={bank?.swiftCode}
        maxLength={20}
      />
      <TextField name="bankName" label={t('bank.bankName')} defaultValue={bank?.bankName} maxLength={120} />
      <TextField name="branchName" label={t('bank.branchName')} defaultValue={bank?.branchName} maxLength={120} />
      <TextField name="address" label={t('bank.address')} defaultValue={bank?.address} maxLength={300} />
    </>
  )
}

/** The name of the account holder, with what payment files write of it. */
function HolderField({ holder }: { holder: string }) {
  const t = useTexts('payouts')
  const [name, setName] = useState(holder)
  return (
    <div>
      <TextField
        name="accountName"
        label={t('bank.accountName')}
        description={t('bank.accountNameHint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={120}
        required
      />
      <Text size="sm" c="dimmed" mt={4} aria-live="polite">
        {isBankName(name) && `${t('bank.sentName')}: ${writeBankText(name, MAX_BANK_NAME)}`}
      </Text>
    </div>
  )
}

/** The fields of the person whom a sub-account invites. */
export function InviteFields() {
  const t = useTexts('publishers')
  return (
    <>
      <TextField name="userName" label={t('subAccounts.userName')} maxLength={60} required data-autofocus />
      <TextField
        name="email"
        label={t('account.email')}
        description={t('subAccounts.emailHint')}
        inputMode="email"
        maxLength={254}
        required
      />
    </>
  )
}

/** The site of a sub-account, and what it may do. */
export function AccessFields({ sites, row }: { sites: readonly SiteView[]; row?: SubAccountView }) {
  const t = useTexts('publishers')
  return (
    <>
      <SelectField
        name="hash"
        label={t('subAccounts.site')}
        data={sites.map(({ key, name }) => ({ value: key, label: name }))}
        defaultValue={row?.hash ?? sites[0]?.key ?? null}
      />
      <SelectField
        name="access"
        label={t('subAccounts.access')}
        description={t('subAccounts.accessHint')}
        data={SITE_ACCESS.map((value) => ({ value, label: t(`subAccounts.${value}`) }))}
        defaultValue={row?.access ?? 'read_only'}
      />
    </>
  )
}
