import { useTexts } from '#platform/web/texts.tsx'
import type { Merchant } from '#domains/programmes/programs/contract/merchant.ts'
import styles from './commission-terms.module.css'

/** The commission of a programme: its own text, and the rates in force. */
export function CommissionTerms({ merchant: { commission, terms } }: { merchant: Merchant }) {
  const t = useTexts('merchant')
  return (
    <section>
      <h2>{t('commission')}</h2>
      {commission !== '' && <p className={`face ${styles.words}`}>{commission}</p>}
      {terms && <Terms terms={terms} />}
    </section>
  )
}

function Terms({ terms }: { terms: NonNullable<Merchant['terms']> }) {
  const t = useTexts('merchant')
  const getEventName = useEventName()
  return (
    <>
      <table className={styles.rates}>
        <caption className="visually-hidden">{t('rates')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('action')}</th>
            <th scope="col">{t('rate')}</th>
          </tr>
        </thead>
        <tbody>
          {terms.rates.map(({ action_type: type, text }) => (
            <tr key={type}>
              <th scope="row">{getEventName(type)}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={`row ${styles.periods}`}>
        <div>
          <dt>{t('window')}</dt>
          <dd>{t('windowDays', { days: terms.window_days })}</dd>
        </div>
        <div>
          <dt>{t('validation')}</dt>
          <dd>{t('validationDays', { days: terms.validation_days })}</dd>
        </div>
      </dl>
      <p className="note">
        {t(`validationEnd.${terms.validation_end}`, { note: terms.hold_note })}{' '}
        {terms.max_extensions > 0 && t('extensions', { max: terms.max_extensions, days: terms.extension_days })}
      </p>
      <p className="note">{t('ratesNote')}</p>
    </>
  )
}

/**
 * Returns a function that names an event: well-known ones in the reader's language, others as the programme names them.
 */
function useEventName(): (type: string) => string {
  const t = useTexts('merchant')
  return (type) => {
    const key = `actions.${type}` as Parameters<typeof t.has>[0]
    return t.has(key) ? t(key as 'actions.sale') : type.replaceAll('_', ' ')
  }
}
