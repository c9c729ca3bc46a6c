import { useTexts } from '#platform/web/texts.tsx'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { AdvertiserDetail } from '../contract.ts'
import { ADVERTISER_STATUSES } from '../rules.ts'

/** Name, website, status and account of an advertiser. */
export function AdvertiserForm(props: { advertiser: AdvertiserDetail; answer: IntentAnswer | undefined }) {
  const { advertiser, answer } = props
  const t = useTexts('advertisers')
  const statuses = ADVERTISER_STATUSES.map((value) => ({ value, label: t(`profile.${value}`) }))
  return (
    <Panel title={t('profile.title')}>
      <ActionForm intent="profile" result={answerTo(answer, 'profile')} success={t('done.profile')}>
        <TextField name="name" label={t('profile.name')} defaultValue={advertiser.name} maxLength={120} required />
        <TextField name="website" label={t('profile.website')} defaultValue={advertiser.website} required />
        <SelectField
          name="status"
          label={t('profile.status')}
          description={t('profile.statusHint')}
          data={statuses}
          defaultValue={advertiser.status}
        />
        <TextField
          name="account_email"
          type="email"
          label={t('profile.email')}
          description={t('profile.emailHint')}
          defaultValue={advertiser.account_email ?? ''}
        />
        <SubmitButton>{t('profile.save')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}
