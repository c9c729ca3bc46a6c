import { createElement } from 'react'

/** Properties of a component of Mantine, as far as its styles depend on them. */
type Look = Readonly<Record<string, unknown>>

const BUTTON_SIZES: readonly unknown[] = ['xs', 'sm', 'md', 'compact-sm', 'compact-md']
const BUTTON_VARIANTS: readonly unknown[] = [undefined, 'filled', 'default', 'subtle']

/**
 * Mantine writes the sizes and colours of a component into the `style` of each one, which was a quarter of a list's
 * HTML. `styles/buttons.css` and `styles/console.css` say the usual ones once, by the class that stands here, and the
 * `style` leaves them out.
 */
export const leanStyles = {
  Button: lean({ root: 'm-button' }, ({ size, variant, color }) => {
    const isSized = BUTTON_SIZES.includes(size)
    const isColored = BUTTON_VARIANTS.includes(variant) && color === undefined
    return {
      '--button-height': isSized,
      '--button-padding-x': isSized,
      '--button-fz': isSized,
      '--button-bg': isColored,
      '--button-hover': isColored,
      '--button-color': isColored,
      '--button-bd': isColored,
    }
  }),
  Badge: lean({ root: 'm-badge' }, ({ size, variant }) => ({
    '--badge-height': size === 'lg',
    '--badge-padding-x': size === 'lg',
    '--badge-fz': size === 'lg',
    '--badge-bd': variant === 'soft',
  })),
  Checkbox: lean({ input: 'm-checkbox-input' }, ({ color, iconColor, variant }) => ({
    '--checkbox-color': color === undefined,
    '--checkbox-icon-color': iconColor === undefined && variant === 'filled',
  })),
  Group: lean({ root: 'm-group' }, ({ gap, align, justify, wrap }) => ({
    '--group-gap': gap === 'md',
    '--group-align': align === 'center',
    '--group-justify': justify === 'flex-start',
    '--group-wrap': wrap === 'wrap',
  })),
  Input: lean(
    { wrapper: 'm-input-wrapper' },
    ({ size, pointer, rightSectionPointerEvents }) => ({
      '--input-height': size === 'sm',
      '--input-fz': size === 'sm',
      '--input-right-section-pointer-events': pointer === true && rightSectionPointerEvents === 'none',
    }),
    ['wrapper'],
  ),
  InputWrapper: lean(
    {},
    ({ size }) => ({ '--input-label-size': size === 'sm', '--input-description-size': size === 'sm' }),
    ['label', 'description'],
  ),
  Stack: lean({ root: 'm-stack' }, ({ gap, align, justify }) => ({
    '--stack-gap': gap === 'md',
    '--stack-align': align === 'stretch',
    '--stack-justify': justify === 'flex-start',
  })),
  Title: lean({ root: 'm-title' }, ({ order, size }) => {
    const isKnown = size === undefined && (order === 1 || order === 2)
    return { '--title-fw': isKnown, '--title-lh': isKnown, '--title-fz': isKnown }
  }),
}

/** The arrows of a select field: drawn by the style sheet, because those of Mantine are a kilobyte of HTML each. */
export const chevron = createElement('span', { className: 'm-chevron', 'aria-hidden': true })

/** Whether a style sheet has the value of a property, by its name. */
type Known = Record<string, boolean>

/** Adds classes, and leaves out of the `style` of some parts what is `known` of a component's look. */
function lean(classNames: Readonly<Record<string, string>>, known: (look: Look) => Known, parts = ['root']) {
  const vars = (_theme: unknown, look: Look) => {
    const names = Object.entries(known(look)).flatMap(([name, isKnown]) => (isKnown ? name : []))
    // React writes no property whose value is empty.
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    return Object.fromEntries(parts.map((part) => [part, empty]))
  }
  return { classNames, vars }
}
