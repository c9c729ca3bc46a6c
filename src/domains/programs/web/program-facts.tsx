import { useTexts } from '#platform/web/texts.tsx'
import type { ProgramView } from '../contract/program.ts'
import { ProgramBadge } from './badges.tsx'
import styles from './programs.module.css'

/** A programme as its advertiser reads it. */
export function ProgramFacts({ program }: { program: ProgramView }) {
  const t = useTexts('programs')
  return (
    <dl className={styles.facts}>
      <dt>{t('brand.status')}</dt>
      <dd>
        <ProgramBadge status={program.status} />
      </dd>
      <dt>{t('brand.joinMode')}</dt>
      <dd>{t(`joinMode.${program.join_mode}`)}</dd>
      <dt>{t('brand.clickParam')}</dt>
      <dd>
        <code>{program.click_param}</code>
      </dd>
      {program.commission_text !== '' && (
        <>
          <dt>{t('brand.commission')}</dt>
          <dd>{program.commission_text}</dd>
        </>
      )}
      <dt>{t('brand.countries')}</dt>
      <dd>{program.countries.map(({ name }) => name).join(', ') || '–'}</dd>
      <dt>{t('brand.methods')}</dt>
      <dd>
        {program.methods.length === 0 ? (
          t('brand.methodsNone')
        ) : (
          <ul>
            {program.methods.map(({ method, stance }) => (
              <li key={method}>{stance === 'allowed' ? method : `${method} (${t(`stance.${stance}`)})`}</li>
            ))}
          </ul>
        )}
      </dd>
    </dl>
  )
}
