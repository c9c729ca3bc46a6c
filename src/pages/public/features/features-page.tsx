import { IconApi, IconChartHistogram, IconCode, IconLink, IconTicket, IconWallet } from '@tabler/icons-react'
import type { Route } from './+types/features-page'
import { publicMeta } from '#platform/web/public-head.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Art } from '../art.tsx'
import { siteData } from '../page-data.ts'
import { CallLink, Closing } from '../section.tsx'
import site from '../section.module.css'
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

export const meta: Route.MetaFunction = publicMeta

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
      <section className={site.hero}>
        <div>
          <h1>{t('features.title')}</h1>
          <p className={site.lead}>{t('features.text')}</p>
        </div>
        <div className={styles.scene}>
          <Art sheet="tools" name="link" size={[480, 240]} className={site.art} />
        </div>
      </section>
      <div className={styles.body}>
        <ul className={styles.features}>
          {FEATURES.map(([key, Icon]) => (
            <li key={key}>
              <Icon size={34} stroke={1.5} aria-hidden />
              <h2>{t(`features.${key}.title`)}</h2>
              <p>{t(`features.${key}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
      <Closing title={t('features.closing.title')}>
        <CallLink to="/sign-up">{t('features.closing.sign')}</CallLink>
      </Closing>
    </>
  )
}
