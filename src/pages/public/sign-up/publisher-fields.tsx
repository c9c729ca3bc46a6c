import { useTexts } from '#platform/web/texts.tsx'
import { APP_CONTENT_CATEGORIES, MAX_SITE_CHOICES, WEB_CONTENT_CATEGORIES } from '#kernel/lists/content-categories.ts'
import * as questions from '#kernel/lists/publisher-questions.ts'
import { TRAFFIC_CATEGORIES } from '#kernel/lists/traffic-categories.ts'
import type { Country } from '#domains/partners/applications/web/form/countries.ts'
import { CountryPicker } from '#domains/partners/applications/web/form/country-picker.tsx'
import { Select, CheckboxGroup } from '#domains/partners/applications/web/form/choice-fields.tsx'
import { TextInput, TextArea } from '#domains/partners/applications/web/form/form-fields.tsx'
import styles from './wizard-frame.module.css'

/** Step 2: site and contact. */
export function ProfileFields({ countries }: { countries: readonly Country[] }) {
  const t = useTexts('sign-up')
  return (
    <>
      <section className={`stack ${styles.group}`} aria-label={t('group.site')}>
        <h2 className="heading">{t('group.site')}</h2>
        <div className={`grid ${styles.pair}`}>
          <TextInput name="site_name" maxLength={120} />
          <TextInput name="site_url" inputMode="url" autoComplete="url" hint={t('hint.site_url')} maxLength={2000} />
        </div>
        <CountryPicker
          name="audience_countries"
          countries={countries}
          naming="position"
          maxItems={MAX_SITE_CHOICES}
          hint={t('hint.upToThree')}
        />
        <CheckboxGroup
          name="content_categories"
          groups={[
            { title: t('group.web'), options: WEB_CONTENT_CATEGORIES },
            { title: t('group.app'), options: APP_CONTENT_CATEGORIES },
          ]}
          maxItems={MAX_SITE_CHOICES}
          hint={t('hint.upToThree')}
        />
      </section>
      <section className={`stack ${styles.group}`} aria-label={t('group.contact')}>
        <h2 className="heading">{t('group.contact')}</h2>
        <TextInput name="company" autoComplete="organization" hint={t('hint.company')} maxLength={120} />
        <div className={`grid ${styles.pair}`}>
          <TextInput name="first_name" autoComplete="given-name" maxLength={60} />
          <TextInput name="last_name" autoComplete="family-name" maxLength={60} />
        </div>
        <TextInput name="address" autoComplete="street-address" maxLength={300} />
        <div className={`grid ${styles.pair}`}>
          <TextInput name="zip_code" autoComplete="postal-code" maxLength={20} />
          <CountryPicker name="country" countries={countries} naming="position" />
        </div>
        <TextInput name="contact_number" type="tel" autoComplete="tel" hint={t('hint.contact_number')} maxLength={40} />
      </section>
      <section className={`stack ${styles.group}`} aria-label={t('group.payment')}>
        <h2 className="heading">{t('group.payment')}</h2>
        <TextInput name="paypal_email" type="email" autoComplete="email" maxLength={254} />
      </section>
    </>
  )
}

/** Step 3: the questionnaire. */
export function QuestionFields() {
  const t = useTexts('sign-up')
  const several = t('hint.several')
  return (
    <>
      <div className={`grid ${styles.pair}`}>
        <Select name="num_employees" options={questions.EMPLOYEE_NUMBERS} isPosition />
        <Select name="dev_knowledge" options={questions.DEV_KNOWLEDGE} isPosition />
      </div>
      <CheckboxGroup name="profit_models" groups={[{ options: questions.PROFIT_MODELS }]} hint={several} />
      <Select name="prefer_traffic_categories" options={TRAFFIC_CATEGORIES} isPosition />
      <CheckboxGroup name="traffic_sources" groups={[{ options: questions.TRAFFIC_SOURCES }]} hint={several} />
      <CheckboxGroup name="social_medias" groups={[{ options: questions.SOCIAL_MEDIA }]} hint={several} isOptional />
      <Select name="content_production" options={questions.CONTENT_PRODUCTION} isPosition isOptional />
      <TextArea name="ad_network" hint={t('hint.ad_network')} maxLength={500} isOptional />
    </>
  )
}
