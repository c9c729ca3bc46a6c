import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { Section } from '../section.tsx'
import section from '../section.module.css'
import styles from './insights.module.css'

/** Three kinds of insight, each with a small chart. */
export function Insights() {
  const t = useTexts('site')
  return (
    <Section title={t('advertisers.insights.title')} text={t('advertisers.insights.text')} ground="band">
      <ul className={`grid ${section.cards} ${styles.insights}`}>
        <Insight name="live" picture={<Week />} />
        <Insight name="quality" picture={<Split />} />
        <Insight name="value" picture={<Bars />} />
      </ul>
      <p className="note">{t('shared.illustrative')}</p>
    </Section>
  )
}

function Insight({ name, picture }: { name: 'live' | 'quality' | 'value'; picture: ReactNode }) {
  const t = useTexts('site')
  return (
    <li className={`card ${styles.insight}`}>
      {picture}
      <h3>{t(`advertisers.insights.${name}.title`)}</h3>
      <p>{t(`advertisers.insights.${name}.text`)}</p>
    </li>
  )
}

function Week() {
  return (
    <svg className={section.art} viewBox="0 0 320 150" aria-hidden>
      <path d="M10 130h300M10 90h300M10 50h300" stroke="var(--line)" strokeWidth="2" />
      <path
        d="M14 122c30-4 40-30 74-30s42 18 72 8 40-46 72-52 46 4 74-30v112H14z"
        fill="var(--art-ember)"
        opacity=".2"
      />
      <path
        d="M14 122c30-4 40-30 74-30s42 18 72 8 40-46 72-52 46 4 74-30"
        fill="none"
        stroke="var(--art-ember)"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <circle cx="306" cy="18" r="9" fill="var(--surface)" stroke="var(--art-ember)" strokeWidth="6" />
    </svg>
  )
}

function Split() {
  const ring = { fill: 'none', strokeWidth: 22, pathLength: 100 }
  return (
    <svg className={section.art} viewBox="0 0 320 150" aria-hidden>
      <g transform="rotate(-90 160 75)">
        <circle cx="160" cy="75" r="56" stroke="var(--art-pine)" strokeDasharray="86 14" {...ring} />
        <circle
          cx="160"
          cy="75"
          r="56"
          stroke="var(--art-sun)"
          strokeDasharray="10 90"
          strokeDashoffset="-87"
          {...ring}
        />
      </g>
      <path
        d="m140 76 14 14 28-32"
        fill="none"
        stroke="var(--art-pine)"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function Bars() {
  return (
    <svg className={section.art} viewBox="0 0 320 150" aria-hidden>
      {[230, 174, 120, 86].map((width, index) => (
        <g key={width}>
          <circle cx="24" cy={24 + index * 34} r="11" fill="var(--art-mint)" />
          <rect x="48" y={15 + index * 34} width="260" height="18" rx="9" fill="var(--surface-sunk)" />
          <rect
            x="48"
            y={15 + index * 34}
            width={width}
            height="18"
            rx="9"
            fill={index === 0 ? 'var(--art-ember)' : 'var(--art-pine)'}
          />
        </g>
      ))}
    </svg>
  )
}
