import { Link } from 'react-router'
import type { Route } from './+types/home-page'
import { publicHead, publicMeta } from '#platform/web/public-head.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CallLink, Closing, Section, Steps } from '../section.tsx'
import site from '../section.module.css'
import { BrandHighlights } from './brand-highlights.tsx'
import { HeroArt } from './hero-art.tsx'
import { Tools } from './tools.tsx'
import { Verticals } from './verticals.tsx'
import styles from './home-page.module.css'

export const loader = ({ context }: Route.LoaderArgs) => publicHead(context, 'home', { texts: ['home'] })

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
      <Hero />
      <Section title={t('tools.title')}>
        <Tools />
        <Facts />
      </Section>
      <BrandHighlights />
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

function Hero() {
  const t = useTexts('home')
  return (
    <section className={site.hero}>
      <div>
        <h1>{t('hero.title')}</h1>
        <p className={site.lead}>{t('hero.text')}</p>
        <p className={site.ways}>
          <CallLink to="/sign-up-creator">{t('hero.join')}</CallLink>
          <Link to="/advertisers" className={site.quiet}>
            {t('hero.brand')}
          </Link>
        </p>
        <p className={styles.note}>{t('hero.note')}</p>
      </div>
      <div className={site.parallax}>
        <HeroArt />
      </div>
    </section>
  )
}

/** The specification's marketing figures, said to be what they are. */
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
      <p className={site.note}>{t('facts.note')}</p>
    </>
  )
}
