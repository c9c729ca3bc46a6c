import { Link } from 'react-router'
import type { Route } from './+types/home-page'
import { getPublicPageMeta, publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CallLink, Closing, Hero, Section, Steps, Ways } from '../section.tsx'
import section from '../section.module.css'
import { AdvertiserHighlights } from './advertiser-highlights.tsx'
import { HeroArt } from './hero-art.tsx'
import { Tools } from './tools.tsx'
import { Verticals } from './verticals.tsx'
import styles from './home-page.module.css'

export const loader = ({ context }: Route.LoaderArgs) => getPublicPageMeta(context, 'home', { texts: ['home'] })

export const meta: Route.MetaFunction = publicMeta

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Home />
    </TextsProvider>
  )
}

function Home() {
  const t = useTexts('home')
  const steps = (['one', 'two', 'three'] as const).map((key) => ({
    title: t(`steps.${key}.title`),
    text: t(`steps.${key}.text`),
  }))
  return (
    <>
      <HomeHero />
      <Section title={t('tools.title')}>
        <Tools />
        <Facts />
      </Section>
      <AdvertiserHighlights />
      <Verticals />
      <Section title={t('steps.title')} ground="band">
        <Steps steps={steps} />
      </Section>
      <Closing title={t('closing.title')} text={t('closing.text')}>
        <CallLink to="/sign-up-creator">{t('hero.join')}</CallLink>
      </Closing>
    </>
  )
}

function HomeHero() {
  const t = useTexts('home')
  return (
    <Hero title={t('hero.title')} text={t('hero.text')} art={<HeroArt />}>
      <Ways>
        <CallLink to="/sign-up-creator">{t('hero.join')}</CallLink>
        <Link to="/advertisers" className={section.quiet}>
          {t('hero.brand')}
        </Link>
      </Ways>
      <p className="note">{t('hero.note')}</p>
    </Hero>
  )
}

/** The specification's marketing figures, marked as illustrative. */
function Facts() {
  const t = useTexts('home')
  return (
    <>
      <dl className={styles.facts}>
        {(['sale', 'paid', 'sales'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`facts.${key}Text`)}</dt>
            <dd>{t(`facts.${key}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="note">{t('facts.note')}</p>
    </>
  )
}
