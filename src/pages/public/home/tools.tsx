import { useTexts } from '#platform/web/texts.tsx'
import { Art } from '../art.tsx'
import section from '../section.module.css'
import styles from './tools.module.css'

/** The tools with their backgrounds. */
const TOOLS = [
  ['link', 'pine'],
  ['figures', 'ember'],
  ['widgets', 'sun'],
  ['campaigns', 'sand'],
] as const

/** A creator's tools, each with a picture. */
export function Tools() {
  const t = useTexts('home')
  return (
    <ul className={`grid ${section.cards} ${styles.tools}`}>
      {TOOLS.map(([key, ground]) => (
        <li key={key} className={`${styles.tool} ${section[ground]}`}>
          <Art sheet="tools" name={key} size={[480, 240]} className={section.art} />
          <div className={styles.words}>
            <h3>{t(`tools.${key}.title`)}</h3>
            <p>{t(`tools.${key}.text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
