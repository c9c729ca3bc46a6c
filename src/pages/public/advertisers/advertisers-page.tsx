import { Link } from 'react-router'
import type { Route } from './+types/advertisers-page'
import { publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Art } from '../art.tsx'
import { ArtCard, ArtScene } from '../art-card.tsx'
import { siteData } from '../page-data.ts'
import { CallLink, Closing, Hero, Section, Steps, Ways } from '../section.tsx'
import section from '../section.module.css'
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
      <AdvertisersHero />
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

function AdvertisersHero() {
  const t = useTexts('site')
  return (
    <Hero title={t('advertisers.hero.title')} text={t('advertisers.hero.text')} art={<StoreArt />}>
      <Ways>
        <CallLink to="/sign-up-advertiser">{t('advertisers.hero.start')}</CallLink>
        <Link to="#start" className={section.quiet}>
          {t('advertisers.hero.how')}
        </Link>
      </Ways>
    </Hero>
  )
}

/** A drawing of a shop with the card of a new order. */
function StoreArt() {
  const t = useTexts('site')
  return (
    <ArtScene scene={<Art sheet="scenes" name="store" size={[520, 480]} className={section.art} />}>
      <ArtCard
        className={styles.order}
        title={t('advertisers.art.order')}
        text={t('advertisers.art.orderText')}
        amount="$80.00"
      />
    </ArtScene>
  )
}
