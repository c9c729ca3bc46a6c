import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { Carousel } from '#ui/carousel.tsx'
import { Art } from '../art.tsx'
import { Section } from '../section.tsx'
import section from '../section.module.css'
import styles from './advertiser-highlights.module.css'

/** The sample brands with commission and background of the picture. */
const ADVERTISERS = [
  ['one', '8%', '#b2d7ca'],
  ['two', '12%', '#ffd2c2'],
  ['three', '10%', '#f0ad1f'],
  ['four', '15%', '#fbdf9d'],
  ['five', '20%', '#ffd2c2'],
  ['six', '9%', '#5ba68f'],
  ['seven', '6%', '#f0ad1f'],
  ['eight', '14%', '#fbdf9d'],
] as const

/** Sample brands: a looping carousel of four, or a list on phones. */
export function AdvertiserHighlights() {
  const t = useTexts('home')
  return (
    <Section title={t('brands.title')} text={t('brands.text')} ground="deep">
      <Carousel
        label={t('brands.title')}
        className={styles.brands}
        isListOnPhones
        slides={ADVERTISERS.map(([key, rate, ground]) => (
          <Link
            key={key}
            to="/sign-up-creator"
            className={`${section.slide} ${styles.brand}`}
            style={{ '--ground': ground } as CSSProperties}
          >
            <Art sheet="brands" name={key} size={[320, 240]} className={section.art} />
            <span className={styles.words}>
              <strong className="face">{t(`brands.${key}.name`)}</strong>
              <span className="soft">{t(`brands.${key}.text`)}</span>
              <em>{t('brands.commission', { rate })}</em>
            </span>
          </Link>
        ))}
      />
      <p className="note">{t('brands.illustrative')}</p>
    </Section>
  )
}
