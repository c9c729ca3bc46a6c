import type { ComponentProps, ReactNode } from 'react'
import classes from './check-box.module.css'

interface CheckBoxProps extends ComponentProps<'input'> {
  /** Whether some of what it stands for is chosen, but not all. */
  isPartial?: boolean
  /** Stands beside it; without it the box needs an `aria-label`. */
  label?: ReactNode
}

/** The browser's own box, for boxes in each row of a list: one of Mantine takes 600 bytes of HTML. */
export function CheckBox({ isPartial = false, label, ...props }: CheckBoxProps) {
  const showPartial = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = isPartial
  }
  const box = <input type="checkbox" className={classes.box} ref={showPartial} {...props} />
  if (label === undefined) return box
  return (
    <label className={classes.line}>
      {box}
      {label}
    </label>
  )
}
