import { use } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import * as options from '#domains/partners/applications/contract/options.ts'
import type { Country } from '#domains/partners/applications/web/form/countries.ts'
import { CountryPicker } from '#domains/partners/applications/web/form/country-picker.tsx'
import { FormStateContext } from '#domains/partners/applications/web/form/form-context.ts'
import { Select } from '#domains/partners/applications/web/form/choice-fields.tsx'
import { TextInput, TextArea } from '#domains/partners/applications/web/form/form-fields.tsx'
import fieldStyles from '#domains/partners/applications/web/form/form-fields.module.css'
import styles from './wizard-frame.module.css'

/** Step 2 of both wizards. */
export function PersonFields({ countries }: { countries: readonly Country[] }) {
  return (
    <>
      <div className={`grid ${styles.pair}`}>
        <TextInput name="firstName" autoComplete="given-name" maxLength={60} />
        <TextInput name="lastName" autoComplete="family-name" maxLength={60} />
      </div>
      <TextInput name="email" type="email" autoComplete="email" maxLength={254} />
      <div className={`grid ${styles.pair}`}>
        <CountryPicker name="selectedCountry" countries={countries} naming="code" hasDialCode isOptional />
        <TextInput name="phoneNumber" type="tel" autoComplete="tel-national" maxLength={40} isOptional />
      </div>
    </>
  )
}

/** Step 3 of the creators. */
export function ChannelFields() {
  const t = useTexts('sign-up')
  return (
    <>
      <div className={`grid ${styles.pair}`}>
        <Select name="channel" options={options.CHANNELS} />
        <Select name="followers" options={options.FOLLOWER_VOLUMES} />
      </div>
      <TextInput name="channelUrl" inputMode="url" hint={t('hint.channelUrl')} maxLength={2000} isQuiet />
      <Select name="region" options={options.AUDIENCE_REGIONS} />
      <div className={`grid ${styles.pair}`}>
        <Select name="promote" options={options.YES_NO} />
        <Select name="sponsored" options={options.YES_NO} />
      </div>
      <Agreement />
    </>
  )
}

/** Step 3 of the brands. */
export function AdvertiserFields() {
  const t = useTexts('sign-up')
  return (
    <>
      <div className={`grid ${styles.pair}`}>
        <TextInput name="company_name" autoComplete="organization" maxLength={120} />
        <TextInput name="company_website" inputMode="url" autoComplete="url" maxLength={2000} />
      </div>
      <div className={`grid ${styles.pair}`}>
        <Select name="brand_sale" options={options.ADVERTISER_SALES} />
        <Select name="platform" options={options.YES_NO} />
      </div>
      <TextArea name="purpose" hint={t('hint.purpose')} maxLength={5000} />
      <Agreement />
    </>
  )
}

/** The agreement checkbox. When it is not checked, it is highlighted without a text. */
function Agreement() {
  const t = useTexts('sign-up')
  const { values, errors, set, clear } = use(FormStateContext)
  const isWrong = errors.agreement !== undefined
  return (
    <label className={fieldStyles.agreement} data-invalid={isWrong || undefined}>
      <input
        type="checkbox"
        name="agreement"
        value="yes"
        data-field="agreement"
        checked={values.agreement === 'yes'}
        onChange={(event) => {
          set('agreement', event.currentTarget.checked ? 'yes' : '')
          clear('agreement')
        }}
        onFocus={() => clear('agreement')}
        required
        aria-invalid={isWrong || undefined}
      />
      <span>{t.rich('agreement', { privacy: PrivacyLink, terms: TermsLink })}</span>
    </label>
  )
}

function PrivacyLink(words: ReactNode) {
  return (
    <Link to="/privacy-policy" target="_blank">
      {words}
    </Link>
  )
}

function TermsLink(words: ReactNode) {
  return (
    <Link to="/terms-of-service" target="_blank">
      {words}
    </Link>
  )
}
