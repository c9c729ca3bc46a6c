import {
  IconArmchair,
  IconBarbell,
  IconDeviceMobile,
  IconDots,
  IconHanger,
  IconPlane,
  IconPlant2,
  IconToolsKitchen2,
} from '@tabler/icons-react'
import { useTexts } from '#platform/web/texts.tsx'
import { Section } from '../section.tsx'
import section from '../section.module.css'
import styles from './verticals.module.css'

const VERTICALS = [
  ['fashion', IconHanger],
  ['beauty', IconPlant2],
  ['home', IconArmchair],
  ['technology', IconDeviceMobile],
  ['food', IconToolsKitchen2],
  ['fitness', IconBarbell],
  ['travel', IconPlane],
  ['more', IconDots],
] as const

/** The number of entries in the grid on phones. The others follow below it, one per line. */
const GRID_ON_PHONES = 6

/**
 * Eight entries, the last being More Verticals (specification 1, section 2). Wide screens show seven and name the
 * seventh vertical in the text of the last entry. Phones show six in the grid and the others below.
 */
export function Verticals() {
  const t = useTexts('home')
  return (
    <Section title={t('verticals.title')} text={t('verticals.text')}>
      <ul className={`grid ${section.cards} ${styles.verticals}`}>
        {VERTICALS.map(([key, Icon], index) => (
          <li
            key={key}
            className={`card ${styles.vertical} ${key === 'travel' ? 'mobile-only' : ''}`}
            data-vertical={key}
            data-remainder={index >= GRID_ON_PHONES || undefined}
          >
            <Icon size={30} stroke={1.5} aria-hidden />
            <h3>{t(`verticals.${key}.title`)}</h3>
            <p>{t(`verticals.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
