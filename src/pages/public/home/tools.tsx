import { useTexts } from '#platform/web/texts.tsx'
import { Art } from '../art.tsx'
import styles from './tools.module.css'

const TOOLS = ['link', 'figures', 'widgets', 'campaigns'] as const

/** What a creator works with, each with a picture. */
export function Tools() {
  const t = useTexts('home')
  return (
    <ul className={styles.tools}>
      {TOOLS.map((key) => (
        <li key={key} className={styles.tool} data-tool={key}>
          <Art sheet="tools" name={key} size={[480, 240]} className={styles.picture} />
          <div className={styles.words}>
            <h3>{t(`tools.${key}.title`)}</h3>
            <p>{t(`tools.${key}.text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
