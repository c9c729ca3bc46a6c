import { useTexts } from '#platform/web/texts.tsx'
import { Carousel } from '#ui/carousel.tsx'
import { Art } from '../art.tsx'
import { Section } from '../section.tsx'
import section from '../section.module.css'
import styles from './creators.module.css'

/** How long a slide is shown (specification 1, section 9). */
const AUTOPLAY_MS = 3000

const CREATORS = [
  ['one', '182K'],
  ['two', '96K'],
  ['three', '410K'],
  ['four', '58K'],
  ['five', '240K'],
] as const

/** A carousel of five sample creators. */
export function Creators() {
  const t = useTexts('site')
  return (
    <Section title={t('advertisers.creators.title')} text={t('advertisers.creators.text')} ground="deep">
      <Carousel
        label={t('advertisers.creators.title')}
        className={styles.creators}
        autoplayMs={AUTOPLAY_MS}
        slides={CREATORS.map(([key, count]) => (
          <article key={key} className={section.slide}>
            <Art sheet="people" name={key} size={[200, 200]} className={section.art} />
            <div className={styles.words}>
              <h3>{t(`advertisers.creators.${key}.name`)}</h3>
              <p className="soft">{t(`advertisers.creators.${key}.topic`)}</p>
              <p className={`row ${styles.facts}`}>
                <span>{t('advertisers.creators.followers', { count })}</span>
                <span>{t(`advertisers.creators.${key}.region`)}</span>
              </p>
            </div>
          </article>
        ))}
      />
      <p className="note">{t('advertisers.creators.illustrative')}</p>
    </Section>
  )
}
