import { IconCheck } from '@tabler/icons-react'
import { useTexts } from '#platform/web/texts.tsx'
import section from '../section.module.css'

/** The pricing, with a sample receipt for one order. */
export function Pricing() {
  const t = useTexts('site')
  return (
    <section className={`width split ${section.section}`}>
      <div>
        <h2 className="title">{t('advertisers.pricing.title')}</h2>
        <p className="lead">{t('advertisers.pricing.text')}</p>
        <ul className={`stack ${section.points}`} style={{ gap: 'var(--space-3)', marginTop: 'var(--space-6)' }}>
          {(['one', 'two', 'three'] as const).map((key) => (
            <li key={key}>
              <IconCheck size={22} aria-hidden />
              {t(`advertisers.pricing.${key}`)}
            </li>
          ))}
        </ul>
      </div>
      <Receipt />
    </section>
  )
}

const LINES = [
  ['order', '$80.00'],
  ['click', '$0.00'],
  ['setUp', '$0.00'],
] as const

function Receipt() {
  const t = useTexts('site')
  return (
    <figure>
      <figcaption className="visually-hidden">{t('advertisers.pricing.image')}</figcaption>
      <svg viewBox="0 0 520 480" className={section.art} style={{ maxWidth: '32rem' }} aria-hidden>
        <rect x="10" y="10" width="500" height="460" rx="40" fill="var(--art-mint)" />
        <circle cx="430" cy="98" r="52" fill="var(--art-sun)" />
        <path
          d="M10 372c90-50 150 10 250-14s160-60 250-14v86a40 40 0 0 1-40 40H50a40 40 0 0 1-40-40z"
          fill="var(--art-pine)"
        />
        <g transform="rotate(-4 260 240)">
          <path d={`M100 66h320v344${'l-20-16-20 16'.repeat(8)}z`} fill="#fbfaf7" />
          <g fill="#14231e" fontFamily="var(--font-text)" fontSize="20">
            <text x="130" y="112" fontFamily="var(--font-display)" fontSize="22" fontWeight="700">
              {t('advertisers.pricing.receipt')}
            </text>
            {LINES.map(([key, amount], index) => (
              <g key={key}>
                <text x="130" y={164 + index * 40}>
                  {t(`advertisers.pricing.${key}`)}
                </text>
                <text x="390" y={164 + index * 40} textAnchor="end">
                  {amount}
                </text>
              </g>
            ))}
            <path d="M130 272h260" stroke="#14231e" strokeWidth="2.5" strokeDasharray="4 7" />
            <text x="130" y="314" fontWeight="650">
              {t('advertisers.pricing.commission')}
            </text>
            <text x="390" y="316" textAnchor="end" fontFamily="var(--font-display)" fontSize="30" fontWeight="700">
              $8.00
            </text>
            <text x="130" y="352" fontSize="17" fill="#4d5c56">
              {t('advertisers.pricing.due')}
            </text>
          </g>
        </g>
      </svg>
    </figure>
  )
}
