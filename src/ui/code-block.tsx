import { CopyButton } from './copy-field.tsx'
import styles from './code-block.module.css'

/** Lines to paste somewhere else, with a name and a copy button. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure className={styles.block}>
      <figcaption className={styles.head}>
        {label}
        <CopyButton value={code} size="xs" />
      </figcaption>
      <pre className={styles.code}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
