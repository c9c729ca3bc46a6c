import { Link } from 'react-router'
import type { Route } from './+types/advertisers-page'
import { publicMeta } from '#platform/web/public-head.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Art } from '../art.tsx'
import { siteData } from '../page-data.ts'
import { CallLink, Closing, Section, Steps } from '../section.tsx'
import site from '../section.module.css'
import { Campaigns } from './campaigns.tsx'
import { Creators } from './creators.tsx'
import { Insights } from './insights.tsx'
import { Pricing } from './pricing.tsx'
import styles from './advertisers-page.module.css'

export function loader({ context }: Route.LoaderArgs) {
  return siteData(context, 'advertisers')
}

export const meta: Route.MetaFunction = publicMeta

export default function AdvertisersPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Advertisers />
    </TextsProvider>
  )
}

function Advertisers() {
  const t = useTexts('site')
  const steps = (['one', 'two', 'three', 'four'] as const).map((key) => ({
    title: t(`advertisers.start.${key}.title`),
    text: t(`advertisers.start.${key}.text`),
  }))
  return (
    <>
      <Hero />
      <Creators />
      <Campaigns />
      <Insights />
      <Pricing />
      <Section id="start" title={t('advertisers.start.title')} ground="band">
        <Steps steps={steps} />
      </Section>
      <Closing title={t('advertisers.closing.title')} text={t('advertisers.closing.text')}>
        <CallLink to="/sign-up-advertiser">{t('advertisers.closing.start')}</CallLink>
      </Closing>
    </>
  )
}

function Hero() {
  const t = useTexts('site')
  return (
    <section className={site.hero}>
      <div>
        <h1>{t('advertisers.hero.title')}</h1>
        <p className={site.lead}>{t('advertisers.hero.text')}</p>
        <p className={site.ways}>
          <CallLink to="/sign-up-advertiser">{t('advertisers.hero.start')}</CallLink>
          <Link to="#start" className={site.quiet}>
            {t('advertisers.hero.how')}
          </Link>
        </p>
      </div>
      <div className={`${styles.scene} ${site.parallax}`} aria-hidden>
        <Art sheet="scenes" name="store" size={[520, 480]} className={site.art} />
        <p className={styles.order}>
          <i />
          <span>
            <strong>{t('advertisers.art.order')}</strong>
            {t('advertisers.art.orderText')}
          </span>
          <b>$80.00</b>
        </p>
      </div>
    </section>
  )
}
