import { Lettermark } from './lettermark.tsx'
import styles from './lettermark.module.css'

interface AdvertiserMarkProps {
  name: string
  /** The address of its logo; empty without one. */
  logo: string
  /** In pixels. */
  size?: number
}

/** The logo of a brand, or its lettermark while it has none. */
export function AdvertiserMark({ name, logo, size = 40 }: AdvertiserMarkProps) {
  if (logo === '') return <Lettermark name={name} size={size} />
  return <img className={styles.logo} src={logo} alt="" width={size} height={size} loading="lazy" />
}
