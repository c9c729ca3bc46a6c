import { IconCalendarEvent, IconLink, IconUsers } from '@tabler/icons-react'
import { useTexts } from '#platform/web/texts.tsx'
import { Section } from '../section.tsx'
import section from '../section.module.css'
import styles from './campaigns.module.css'

/** Sample campaigns with the progress values of specification 1, section 9. */
const CAMPAIGNS = [
  { key: 'one', progress: 85, links: 128, people: 42, days: 6, tone: 'ember' },
  { key: 'two', progress: 35, links: 54, people: 18, days: 23, tone: 'sun' },
  { key: 'three', progress: 60, links: 77, people: 25, days: 14, tone: 'pine' },
  { key: 'four', progress: 85, links: 203, people: 61, days: 4, tone: 'ember' },
] as const

/** A sample of the campaign management. */
export function Campaigns() {
  const t = useTexts('site')
  return (
    <Section title={t('advertisers.campaigns.title')} text={t('advertisers.campaigns.text')}>
      <ul className={`grid ${section.cards}`}>
        {CAMPAIGNS.map((campaign) => (
          <li key={campaign.key} className={`card ${styles.campaign}`}>
            <h3>{t(`advertisers.campaigns.${campaign.key}.name`)}</h3>
            <p>{t(`advertisers.campaigns.${campaign.key}.text`)}</p>
            <Progress label={t('advertisers.campaigns.progress')} percent={campaign.progress} tone={campaign.tone} />
            <ul className={`row soft ${styles.facts}`}>
              <li className="inline">
                <IconLink size={18} aria-hidden />
                {t('advertisers.campaigns.links', { count: campaign.links })}
              </li>
              <li className="inline">
                <IconUsers size={18} aria-hidden />
                {t('advertisers.campaigns.people', { count: campaign.people })}
              </li>
              <li className="inline">
                <IconCalendarEvent size={18} aria-hidden />
                {t('advertisers.campaigns.days', { count: campaign.days })}
              </li>
            </ul>
          </li>
        ))}
      </ul>
      <p className="note">{t('shared.illustrative')}</p>
    </Section>
  )
}

function Progress({ label, percent, tone }: { label: string; percent: number; tone: string }) {
  return (
    <div className={`soft ${styles.progress}`}>
      <span aria-hidden>{label}</span>
      <b className="face" aria-hidden>
        {percent}%
      </b>
      <progress className="visually-hidden" aria-label={label} value={percent} max={100} />
      <div className={styles.bar} aria-hidden>
        <i style={{ width: `${percent}%`, background: `var(--art-${tone})` }} />
      </div>
    </div>
  )
}
