import { toFlag } from './countries.ts'
import type { Country } from './countries.ts'
import styles from './country-picker.module.css'

/** Flag, name and, on request, dial code of a country. */
export function CountryName({ country, hasDialCode }: { country: Country; hasDialCode?: boolean | undefined }) {
  const [code, name, dialCode] = country
  return (
    <span className={styles.name}>
      <img src={toFlag(code)} alt="" width={24} height={16} loading="lazy" />
      <span>{name}</span>
      {hasDialCode && dialCode !== '' && <small>+{dialCode}</small>}
    </span>
  )
}
