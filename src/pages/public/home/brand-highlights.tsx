import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { Carousel } from '#ui/carousel.tsx'
import { Art } from '../art.tsx'
import { Section } from '../section.tsx'
import site from '../section.module.css'
import styles from './brand-highlights.module.css'

const BRANDS = [
  ['one', '8%'],
  ['two', '12%'],
  ['three', '10%'],
  ['four', '15%'],
  ['five', '20%'],
  ['six', '9%'],
  ['seven', '6%'],
  ['eight', '14%'],
] as const

/** Sample brands: four beside each other, round and round; on phones one below the other. */
export function BrandHighlights() {
  const t = useTexts('home')
  return (
    <Section title={t('brands.title')} text={t('brands.text')} ground="deep">
      <Carousel
        label={t('brands.title')}
        className={styles.brands}
        isListOnPhones
        slides={BRANDS.map(([key, rate]) => (
          <Link key={key} to="/sign-up-creator" className={styles.brand} data-brand={key}>
            <Art sheet="brands" name={key} size={[320, 240]} className={styles.picture} />
            <span className={styles.words}>
              <strong>{t(`brands.${key}.name`)}</strong>
              <span>{t(`brands.${key}.text`)}</span>
              <em>{t('brands.commission', { rate })}</em>
            </span>
          </Link>
        ))}
      />
      <p className={site.note}>{t('brands.illustrative')}</p>
    </Section>
  )
}
