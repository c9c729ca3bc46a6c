import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import type { getPromotionCall } from '../contract/managed.ts'
import { CouponPanel } from './coupon-panel.tsx'
import { CheckPanel } from './check-panel.tsx'
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
