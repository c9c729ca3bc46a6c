import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { NameField } from '#ui/name-field.tsx'
import { Panel } from '#ui/panel.tsx'
import type { ManagedPromotion } from '../contract/managed.ts'

interface CouponPanelProps {
  promotion: ManagedPromotion
  answer: IntentAnswer | undefined
}

/** Gives a coupon code to a publisher's site, or takes it back. */
export function CouponPanel({ promotion, answer }: CouponPanelProps) {
  const t = useTexts('promotions')
  const { owner, advertiser_id: advertiserId } = promotion
  return (
    <Panel title={t('coupon.title')} text={t('coupon.text')}>
      <ActionForm
        intent="assign"
        result={answerTo(answer, 'assign')}
        success={owner === null ? t('manage.released') : t('manage.assigned')}
      >
        <NameField
          kind="sites"
          advertiserId={advertiserId}
          name="site_key"
          label={t('coupon.site')}
          description={t('coupon.siteHint')}
          chosen={owner ? { id: owner.site_key, name: `${owner.publisher_name} · ${owner.site_name}` } : undefined}
          anyLabel={t('coupon.none')}
        />
        <SubmitButton variant="default">{t('coupon.save')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}
