import { Button, List, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { NameField } from '#ui/name-field.tsx'
import type { getPromotionCall, ManagedPromotion } from '../contract/managed.ts'
import { PromotionBadge } from './managed-columns.tsx'
import { PromotionForm } from './promotion-form.tsx'

interface PromotionEditorProps {
  /** The promotion; null for a new one. */
  found: ReplyOf<typeof getPromotionCall> | null
  /** The address of the list. */
  listPath: string
  answer: IntentAnswer | undefined
}

/** The page of one promotion: its form, the owner of its coupon code, and its end. */
export function PromotionEditor({ found, listPath, answer }: PromotionEditorProps) {
  const t = useTexts('promotions')
  const promotion = found?.data
  return (
    <>
      <PageHeader
        eyebrow={promotion && <PromotionBadge state={promotion.state} />}
        title={promotion?.title ?? t('form.newTitle')}
        actions={
          <>
            <Button
              component={Link}
              to={listPath}
              variant="default"
              leftSection={<IconArrowLeft size={18} aria-hidden />}
            >
              {t('form.back')}
            </Button>
            {promotion && promotion.state !== 'ended' && <EndAction title={promotion.title} answer={answer} />}
          </>
        }
      />
      <PromotionParts found={found} answer={answer} />
    </>
  )
}

/** The checks of a promotion, its form, and the owner of its code. */
export function PromotionParts({ found, answer }: Pick<PromotionEditorProps, 'found' | 'answer'>) {
  const promotion = found?.data
  return (
    <>
      {promotion && <CheckPanel promotion={promotion} />}
      <PromotionForm key={promotion?.id ?? 0} promotion={promotion} answer={answer} />
      {promotion && promotion.coupon !== null && <CouponPanel promotion={promotion} answer={answer} />}
    </>
  )
}

/** Ends a promotion, after a question. */
export function EndAction({ title, answer }: { title: string; answer: IntentAnswer | undefined }) {
  const t = useTexts('promotions')
  return (
    <ConfirmAction
      tone="bad"
      label={t('form.endNow')}
      title={t('form.endTitle', { title })}
      text={t('form.endText')}
      confirmLabel={t('form.endNow')}
      intent="end"
      result={answerTo(answer, 'end')}
    />
  )
}

/** What to look at in a promotion, and when its link was tested. */
function CheckPanel({ promotion }: { promotion: ManagedPromotion }) {
  const t = useTexts('promotions')
  const { checks, link_test: test, state } = promotion
  if (state === 'ended') return null
  const testedAt = test && <DateText value={test.tested_at} withTime />
  return (
    <Panel title={t('check.title')}>
      {checks.length === 0 ? (
        <Text>{t('check.none')}</Text>
      ) : (
        <List>
          {checks.map((check) => (
            <List.Item key={check}>{t(`checkText.${check}`)}</List.Item>
          ))}
        </List>
      )}
      {test && (
        <Text mt="xs" c="dimmed">
          {t.rich('link.testedAt', { at: () => testedAt })}
        </Text>
      )}
    </Panel>
  )
}

interface CouponPanelProps {
  promotion: ManagedPromotion
  answer: IntentAnswer | undefined
}

/** Gives a coupon code to a publisher's site, or takes it back. */
function CouponPanel({ promotion, answer }: CouponPanelProps) {
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
