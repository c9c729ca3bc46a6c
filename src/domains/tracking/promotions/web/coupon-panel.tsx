import { Text } from '@mantine/core'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { ManagedPromotion } from '../contract/managed.ts'

interface CouponPanelProps {
  promotion: ManagedPromotion
  sites: readonly { key: string; name: string; publisher_name: string }[]
  answer: IntentAnswer | undefined
}

/** Gives a coupon code to a publisher's site, or takes it back. */
export function CouponPanel({ promotion, sites, answer }: CouponPanelProps) {
  const t = useTexts('promotions')
  const { owner } = promotion
  const options = sites.map(({ key, name, publisher_name: publisher }) => ({
    value: key,
    label: `${publisher} · ${name} · ${key}`,
  }))
  // The owner may have left the programme since; the code then earns nothing, and the form still shows it.
  const isListed = owner === null || sites.some(({ key }) => key === owner.site_key)
  const former = isListed ? [] : [{ value: owner.site_key, label: `${owner.publisher_name} · ${owner.site_name}` }]
  return (
    <Panel title={t('coupon.title')} text={t('coupon.text')}>
      {options.length + former.length === 0 ? (
        <Text c="dimmed">{t('coupon.noSites')}</Text>
      ) : (
        <ActionForm
          intent="assign"
          result={answerTo(answer, 'assign')}
          success={owner === null ? t('manage.released') : t('manage.assigned')}
        >
          <SelectField
            key={owner?.site_key ?? ''}
            name="site_key"
            label={t('coupon.site')}
            description={t('coupon.siteHint')}
            data={[{ value: '', label: t('coupon.none') }, ...former, ...options]}
            defaultValue={owner?.site_key ?? ''}
            searchable
          />
          <SubmitButton variant="default">{t('coupon.save')}</SubmitButton>
        </ActionForm>
      )}
    </Panel>
  )
}
