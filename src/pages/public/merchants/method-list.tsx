import { IconCheck } from '@tabler/icons-react'
import { useTexts } from '#platform/web/texts.tsx'
import type { Merchant } from '#domains/programmes/programs/contract/merchant.ts'
import styles from './method-list.module.css'

/**
 * The 24 promotion methods with a check mark, no mark, or _Under Condition_ (specification 1, section 3). Screen
 * readers get a text for a method without a mark.
 */
export function MethodList({ methods }: Pick<Merchant, 'methods'>) {
  const t = useTexts('merchant')
  return (
    <section>
      <h2>{t('methods')}</h2>
      <p className="soft">{t('methodsText')}</p>
      <ul className={`grid ${styles.list}`}>
        {methods.map(({ method, stance }) => (
          <li key={method} data-stance={stance ?? 'none'}>
            <span lang="en">{method}</span>
            <Mark stance={stance} />
          </li>
        ))}
      </ul>
      <p className="note">{t('conditionText')}</p>
    </section>
  )
}

function Mark({ stance }: { stance: Merchant['methods'][number]['stance'] }) {
  const t = useTexts('merchant')
  if (stance === 'under_condition') return <em className={styles.condition}>{t('underCondition')}</em>
  if (stance === null) return <span className="visually-hidden">{t('notAllowed')}</span>
  return (
    <span className={styles.tick}>
      <IconCheck size={17} stroke={2.6} aria-hidden />
      <span className="visually-hidden">{t('allowed')}</span>
    </span>
  )
}
