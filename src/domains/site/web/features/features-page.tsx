import { IconApi, IconChartHistogram, IconCode, IconLink, IconTicket, IconWallet } from '@tabler/icons-react'
import type { Route } from './+types/features-page'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { siteData, siteMeta } from '../page-data.ts'
import { CallLink, Closing } from '../section.tsx'
import site from '../site.module.css'
import styles from './features-page.module.css'

const FEATURES = [
  ['links', IconLink],
  ['reports', IconChartHistogram],
  ['script', IconCode],
  ['promotions', IconTicket],
  ['api', IconApi],
  ['payouts', IconWallet],
] as const

export function loader({ context }: Route.LoaderArgs) {
  return siteData(context, 'features')
}

export const meta: Route.MetaFunction = siteMeta

export default function FeaturesPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Features />
    </TextsProvider>
  )
}

function Features() {
  const t = useTexts('site')
  return (
    <>
      <section className={site.section}>
        <div className={styles.head}>
          <h1>{t('features.title')}</h1>
          <p className={site.lead}>{t('features.text')}</p>
        </div>
        <ul className={styles.features}>
          {FEATURES.map(([key, Icon]) => (
            <li key={key}>
              <Icon size={34} stroke={1.5} aria-hidden />
              <h2>{t(`features.${key}.title`)}</h2>
              <p>{t(`features.${key}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <Closing title={t('features.closing.title')}>
        <CallLink to="/sign-up">{t('features.closing.sign')}</CallLink>
      </Closing>
    </>
  )
}
