import { IconCalendarEvent, IconLink, IconUsers } from '@tabler/icons-react'
import { useTexts } from '#platform/web/texts.tsx'
import { Section } from '../section.tsx'
import site from '../section.module.css'
import styles from './campaigns.module.css'

/** Sample campaigns; the progress of each is the specification's (1, section 9). */
const CAMPAIGNS = [
  { key: 'one', progress: 85, links: 128, people: 42, days: 6 },
  { key: 'two', progress: 35, links: 54, people: 18, days: 23 },
  { key: 'three', progress: 60, links: 77, people: 25, days: 14 },
  { key: 'four', progress: 85, links: 203, people: 61, days: 4 },
] as const

/** What the management of campaigns looks like. */
export function Campaigns() {
  const t = useTexts('site')
  return (
    <Section title={t('advertisers.campaigns.title')} text={t('advertisers.campaigns.text')}>
      <ul className={styles.campaigns}>
        {CAMPAIGNS.map((campaign) => (
          <li key={campaign.key} className={styles.campaign} data-campaign={campaign.key}>
            <h3>{t(`advertisers.campaigns.${campaign.key}.name`)}</h3>
            <p>{t(`advertisers.campaigns.${campaign.key}.text`)}</p>
            <Progress label={t('advertisers.campaigns.progress')} percent={campaign.progress} />
            <ul className={styles.facts}>
              <li>
                <IconLink size={18} aria-hidden />
                {t('advertisers.campaigns.links', { count: campaign.links })}
              </li>
              <li>
                <IconUsers size={18} aria-hidden />
                {t('advertisers.campaigns.people', { count: campaign.people })}
              </li>
              <li>
                <IconCalendarEvent size={18} aria-hidden />
                {t('advertisers.campaigns.days', { count: campaign.days })}
              </li>
            </ul>
          </li>
        ))}
      </ul>
      <p className={site.note}>{t('shared.illustrative')}</p>
    </Section>
  )
}

function Progress({ label, percent }: { label: string; percent: number }) {
  return (
    <div className={styles.progress}>
      <span aria-hidden>{label}</span>
      <b aria-hidden>{percent}%</b>
      <progress className={styles.bar} aria-label={label} value={percent} max={100} />
    </div>
  )
}
