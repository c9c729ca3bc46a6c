import { IconWorld } from '@tabler/icons-react'
import styles from './country-list.module.css'

/** Countries with flag and name; a globe stands for worldwide. */
export function CountryList({ countries }: { countries: readonly { code: string; name: string }[] }) {
  return (
    <ul className="row">
      {countries.map(({ code, name }) => (
        <li key={code} className="inline">
          <Flag code={code} />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** A flag as high as a line of text, beside the country's name. */
function Flag({ code }: { code: string }) {
  if (code === 'GLOBAL')
    return <IconWorld size={20} stroke={1.6} aria-hidden style={{ width: 24, color: 'var(--ink-soft)' }} />
  return <img className={styles.flag} src={`/static/flags/${code}.svg`} width={24} height={16} alt="" loading="lazy" />
}
