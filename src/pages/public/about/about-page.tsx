import { IconCheck } from '@tabler/icons-react'
import type { Route } from './+types/about-page'
import { useSession } from '#platform/web/session.tsx'
import { publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Art } from '../art.tsx'
import { siteData } from '../page-data.ts'
import { CallLink, OutlineLink, Section } from '../section.tsx'
import section from '../section.module.css'
import styles from './about-page.module.css'

export function loader({ context }: Route.LoaderArgs) {
  return siteData(context, 'about')
}

export const meta: Route.MetaFunction = publicMeta

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <About />
    </TextsProvider>
  )
}

const AIMS = [
  ['vision', 'ember'],
  ['mission', 'pine'],
] as const

function About() {
  const t = useTexts('site')
  const { network } = useSession()
  return (
    <>
      <section className={`width ${styles.opening}`}>
        <h1>{t('about.title')}</h1>
        <p className="lead">{t('about.text', { networkName: network.name })}</p>
      </section>
      <div className="width grid">
        {AIMS.map(([key, ground]) => (
          <section key={key} className={`card ${styles.aim} ${section[ground]}`}>
            <h2>{t(`about.${key}.title`)}</h2>
            <p className="face">{t(`about.${key}.text`)}</p>
          </section>
        ))}
      </div>
      <Story />
      <Offer />
      <Why />
      <section className={`stack ${section.closing}`}>
        <h2 className="display">{t('about.closing.title')}</h2>
        <div className={`row ${styles.ways}`}>
          <p>
            <CallLink to="/sign-up-advertiser">{t('about.closing.brand')}</CallLink>
            <small>{t('about.closing.brandText')}</small>
          </p>
          <p>
            <OutlineLink to="/">{t('about.closing.creator')}</OutlineLink>
            <small>{t('about.closing.creatorText')}</small>
          </p>
        </div>
      </section>
    </>
  )
}

function Story() {
  const t = useTexts('site')
  return (
    <section className={`width split ${section.section}`}>
      <div className={`stack ${styles.story}`}>
        <h2 className="title">{t('about.story.title')}</h2>
        <p>{t('about.story.one')}</p>
        <p>{t('about.story.two')}</p>
        <p>{t('about.story.three')}</p>
      </div>
      <div className={section.parallax}>
        <Art sheet="scenes" name="road" size={[540, 440]} className={section.art} />
      </div>
    </section>
  )
}

function Offer() {
  const t = useTexts('site')
  return (
    <Section title={t('about.offer.title')} ground="deep">
      <div className={`grid ${styles.offers}`}>
        {(['creators', 'brands'] as const).map((side) => (
          <div key={side}>
            <h3>{t(`about.offer.${side}.title`)}</h3>
            <ul className={section.points}>
              {(['one', 'two', 'three', 'four'] as const).map((key) => (
                <li key={key}>
                  <IconCheck size={22} aria-hidden />
                  {t(`about.offer.${side}.${key}`)}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  )
}

function Why() {
  const t = useTexts('site')
  return (
    <Section title={t('about.why.title')}>
      <ul className={`grid ${section.cards} ${styles.reasons}`}>
        {(['honest', 'fair', 'open', 'private'] as const).map((key) => (
          <li key={key}>
            <h3>{t(`about.why.${key}.title`)}</h3>
            <p>{t(`about.why.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
