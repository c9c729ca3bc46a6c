import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { RowActions } from '#ui/data-table.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { ApplicationRow } from '../contract/calls.ts'
import { canApprove, isWaiting } from '../rules/review.ts'

const BADGES = { received: 'REVIEW', approved: 'APPROVED', rejected: 'REJECTED' } as const

/** The review state of an application, or that it is a repeat. */
export function ApplicationStatus({ application }: { application: ApplicationRow }) {
  const t = useTexts('applications')
  if (application.is_repeat) return <StatusBadge status="DUPLICATE" label={t('queue.repeat')} />
  return <StatusBadge status={BADGES[application.status]} />
}

/** First and last name, isolated from the direction of the surrounding text. */
export function ApplicantName({ application }: { application: ApplicationRow }) {
  return (
    <bdi>
      {application.first_name} {application.last_name}
    </bdi>
  )
}

interface DecisionsProps {
  application: ApplicationRow
  size?: 'xs' | 'sm'
  result?: ActionResult
}

/** The buttons that approve an application or reject it with a reason; both ask for confirmation. */
export function Decisions({ application, size = 'xs', result }: DecisionsProps) {
  const t = useTexts('applications')
  const state = { status: application.status, isRepeat: application.is_repeat }
  const name = `${application.first_name} ${application.last_name}`
  const shared = { size, result, fields: { application_id: application.application_id } }
  const isAdvertiser = application.kind === 'advertiser'
  const note = <TextAreaField name="note" label={t('queue.note')} description={t('queue.noteHint')} maxLength={1000} />
  return (
    <RowActions>
      {canApprove(state) && (
        <ConfirmAction
          {...shared}
          label={t('queue.approve')}
          title={t('queue.approveTitle', { name })}
          text={
            <>
              {t('queue.approveText')} {t(isAdvertiser ? 'queue.approveAdvertiser' : 'queue.approvePublisher')}{' '}
              {!application.is_confirmed && t('queue.approveUnconfirmed')}
            </>
          }
          confirmLabel={t('queue.approve')}
          intent="approve"
        >
          {isAdvertiser && (
            <TextField
              name="website"
              label={t('queue.website')}
              defaultValue={application.address}
              maxLength={2000}
              inputMode="url"
            />
          )}
          {note}
        </ConfirmAction>
      )}
      {isWaiting(state) && (
        <ConfirmAction
          {...shared}
          tone="bad"
          label={t('queue.reject')}
          title={t('queue.rejectTitle', { name })}
          text={t('queue.rejectText')}
          confirmLabel={t('queue.reject')}
          intent="reject"
        >
          <TextAreaField
            name="reason"
            label={t('queue.reason')}
            description={t('queue.reasonHint')}
            maxLength={1000}
            required
          />
          {note}
        </ConfirmAction>
      )}
    </RowActions>
  )
}
