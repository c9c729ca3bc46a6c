import { IconChartDots3, IconLayoutGridAdd, IconLink, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Route } from './+types/home-page'
import { sessionContext } from '#platform/web/call-context.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { HeroArt } from './hero-art.tsx'
import styles from './home-page.module.css'

const TOOLS = [
  ['link', IconLink],
  ['figures', IconChartDots3],
  ['widgets', IconLayoutGridAdd],
  ['campaigns', IconSpeakerphone],
] as const

const STEPS = ['one', 'two', 'three'] as const

export function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  return { brand: session.brand.name, texts: session.texts('home') }
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const texts = loaderData?.texts.home as { metaTitle?: string; metaText?: string } | undefined
  return [
    { title: `${loaderData?.brand} · ${texts?.metaTitle}` },
    { name: 'description', content: texts?.metaText ?? '' },
  ]
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Hero />
      <Tools />
      <Steps />
      <Closing />
    </TextsProvider>
  )
}

function Hero() {
  const t = useTexts('home')
  return (
    <section className={styles.hero}>
      <div className={styles.heroText}>
        <h1>{t('hero.title')}</h1>
        <p className={styles.lead}>{t('hero.text')}</p>
        <p className={styles.ways}>
          <Link to="/sign-up-creator" className={styles.join}>
            {t('hero.join')}
          </Link>
          <Link to="/advertisers" className={styles.other}>
            {t('hero.brand')}
          </Link>
        </p>
        <p className={styles.note}>{t('hero.note')}</p>
      </div>
      <HeroArt />
    </section>
  )
}

function Tools() {
  const t = useTexts('home')
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t('tools.title')}</h2>
      <ul className={styles.tools}>
        {TOOLS.map(([key, Icon]) => (
          <li key={key} className={styles.tool}>
            <Icon size={30} stroke={1.5} aria-hidden />
            <h3>{t(`tools.${key}.title`)}</h3>
            <p>{t(`tools.${key}.text`)}</p>
          </li>
        ))}
      </ul>
      <dl className={styles.facts}>
        {(['sale', 'paid', 'sales'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`facts.${key}Text`)}</dt>
            <dd>{t(`facts.${key}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.factNote}>{t('facts.note')}</p>
    </section>
  )
}

function Steps() {
  const t = useTexts('home')
  return (
    <section className={styles.steps}>
      <div className={styles.section}>
        <h2 className={styles.title}>{t('steps.title')}</h2>
        <ol className={styles.stepList}>
          {STEPS.map((key) => (
            <li key={key}>
              <h3>{t(`steps.${key}.title`)}</h3>
              <p>{t(`steps.${key}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Closing() {
  const t = useTexts('home')
  return (
    <section className={styles.closing}>
      <h2>{t('closing.title')}</h2>
      <p>{t('closing.text')}</p>
      <Link to="/sign-up-creator" className={styles.join}>
        {t('hero.join')}
      </Link>
    </section>
  )
}
