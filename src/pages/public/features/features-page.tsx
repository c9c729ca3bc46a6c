import { IconApi, IconChartHistogram, IconCode, IconLink, IconTicket, IconWallet } from '@tabler/icons-react'
import type { Route } from './+types/features-page'
import { publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Art } from '../art.tsx'
import { siteData } from '../page-data.ts'
import { CallLink, Closing, Hero } from '../section.tsx'
import section from '../section.module.css'
import styles from './features-page.module.css'

/** The features with picture and background; three backgrounds alternate. */
const FEATURES = [
  ['links', IconLink, 'pine'],
  ['reports', IconChartHistogram, 'sand'],
  ['script', IconCode, 'ember'],
  ['promotions', IconTicket, 'ember'],
  ['api', IconApi, 'sand'],
  ['payouts', IconWallet, 'pine'],
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
      <Hero
        title={t('features.title')}
        text={t('features.text')}
        art={
          <div className={`${styles.scene} ${section.sun}`}>
            <Art sheet="tools" name="link" size={[480, 240]} className={section.art} />
          </div>
        }
      />
      <ul className={`width grid ${section.cards} ${styles.features}`}>
        {FEATURES.map(([key, Icon, ground]) => (
          <li key={key} className={`card ${section[ground]}`}>
            <Icon size={34} stroke={1.5} aria-hidden />
            <h2>{t(`features.${key}.title`)}</h2>
            <p>{t(`features.${key}.text`)}</p>
          </li>
        ))}
      </ul>
      <Closing title={t('features.closing.title')}>
        <CallLink to="/sign-up">{t('features.closing.sign')}</CallLink>
      </Closing>
    </>
  )
}
