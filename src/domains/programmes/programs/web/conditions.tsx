import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import type { Merchant } from '../contract/merchant.ts'

/** What a programme pays and allows. Needs the texts `programs`. */
export function Conditions({ merchant }: { merchant: Merchant }) {
  const t = useTexts('programs')
  const { terms, methods } = merchant
  const list = (stance: 'allowed' | 'under_condition') =>
    methods
      .filter((one) => one.stance === stance)
      .map(({ method }) => method)
      .join(', ')
  const conditional = list('under_condition')
  return (
    <Facts
      facts={[
        terms !== null && [t('terms.rates'), terms.rates.map((rate) => `${rate.action_type} ${rate.text}`).join(' · ')],
        terms !== null && [
          t('terms.window'),
          terms.window_days === 0 ? t('terms.session') : t('terms.days', { days: terms.window_days }),
        ],
        terms !== null && [
          t('terms.validation'),
          `${t('terms.days', { days: terms.validation_days })}, ${t(`validationEnd.${terms.validation_end}`)}`,
        ],
        terms !== null && terms.hold_note !== '' && [t('terms.holdNote'), terms.hold_note],
        terms !== null &&
          terms.max_extensions > 0 && [
            t('terms.maxExtensions'),
            t('terms.extensions', { max: terms.max_extensions, days: terms.extension_days }),
          ],
        [t('brand.countries'), merchant.countries.map(({ name }) => name).join(', ') || '–'],
        [t('offers.allowed'), list('allowed') || t('brand.methodsNone')],
        conditional !== '' && [t('offers.conditional'), conditional],
      ]}
    />
  )
}
