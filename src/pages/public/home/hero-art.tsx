import { useTexts } from '#platform/web/texts.tsx'
import { ArtCard, ArtScene } from '../art-card.tsx'
import section from '../section.module.css'
import styles from './hero-art.module.css'

/** Two riders on one tandem over a rising week of figures, with the cards of a click that became a commission. */
export function HeroArt() {
  const t = useTexts('home')
  return (
    <ArtScene scene={<Scene />}>
      <ArtCard className={styles.click} title={t('art.click')} text={t('art.clickText')} />
      <ArtCard className={styles.sale} title={t('art.sale')} text={t('art.saleText')} amount="+$12.40" />
    </ArtScene>
  )
}

function Scene() {
  return (
    <svg viewBox="20 20 520 480" fill="none" className={section.art}>
      <rect x="20" y="20" width="520" height="480" rx="40" fill="var(--art-mint)" opacity=".55" />
      <circle cx="414" cy="146" r="78" fill="var(--art-sun)" />
      <path
        d="M20 330c70-8 96-64 168-58s96 52 160 26 86-110 192-124v286a40 40 0 0 1-40 40H60a40 40 0 0 1-40-40z"
        fill="var(--art-pine)"
      />
      <path
        d="M20 398c80 10 128-34 206-26s120 38 190 14 84-40 124-42v116a40 40 0 0 1-40 40H60a40 40 0 0 1-40-40z"
        fill="var(--deep)"
      />
      <Tandem />
    </svg>
  )
}

function Tandem() {
  const line = { strokeWidth: 11, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
  return (
    <g>
      <g stroke="#fbfaf7" {...line} strokeWidth={9}>
        <circle cx="152" cy="368" r="62" />
        <circle cx="404" cy="368" r="62" />
        <path d="M152 368 204 278H372L404 368M204 278l38 90h104l26-90M242 368H152M372 278l-8-30h28" />
        <path d="M204 278l-8-26M300 278l46 90M300 278l-8-26" />
      </g>
      <path d="M178 250h36M274 250h36" stroke="#14231e" {...line} />
      <g stroke="#ff7d58" {...line} strokeWidth={34}>
        <path d="M200 236c2-34 14-58 34-74" />
      </g>
      <path d="M236 166l48 34 20 10" stroke="#ff7d58" {...line} strokeWidth={17} />
      <path d="M204 240l50 38-14 88" stroke="#14231e" {...line} strokeWidth={22} />
      <circle cx="248" cy="122" r="27" fill="#ffd2c2" />
      <path d="M222 118c0-20 14-30 30-30 14 0 24 8 24 20-18-6-30 2-34 16-6-4-12 0-12 8-6-2-8-8-8-14z" fill="#14231e" />
      <g stroke="#fbd68a" {...line} strokeWidth={34}>
        <path d="M296 236c4-36 18-60 40-76" />
      </g>
      <path d="M338 166l28 50 24 28" stroke="#fbd68a" {...line} strokeWidth={17} />
      <path d="M300 240l56 32-10 94" stroke="#0b3b30" {...line} strokeWidth={22} />
      <circle cx="350" cy="118" r="27" fill="#b9805c" />
      <path
        d="M323 114c2-20 16-28 30-26 10-6 26 2 26 16 0 6-4 8-8 8H344c-4 8-2 14-8 16-8 0-12-6-13-14z"
        fill="#3b1d10"
      />
      <path d="M232 372h22M334 372h22" stroke="#fbfaf7" {...line} />
    </g>
  )
}
