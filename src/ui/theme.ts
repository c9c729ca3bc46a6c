import { createTheme, defaultVariantColorsResolver } from '@mantine/core'
import type { MantineColorsTuple, VariantColorsResolver } from '@mantine/core'
import { chevron, leanStyles } from './lean-styles.ts'

/** The palettes for components: pine is the network's colour, red marks errors. */
const palettes = {
  pine: scale('#eef7f4 #d8ebe4 #b2d7ca #86d0b6 #5ba68f #398d75 #22755f #155e4c #0d4a3c #06352b'),
  red: scale('#fdf0f0 #fadcdc #f2b5b5 #f49a9a #dd6464 #d04545 #bd2f33 #9f2328 #7f1b20 #5c1216'),
  gray: scale('#faf9f6 #f4f2ec #e6e3da #d6d3c8 #b9b5a8 #747069 #5f5c55 #4a4842 #2f2e2a #1b1b18'),
  dark: scale('#e9eeea #c6cfc9 #a9b5ae #8f9b95 #414d47 #29322d #1a211d #121715 #0e1311 #0a0e0c'),
}

/** Names of our palettes, for `color` and `c`. */
export type PaletteName = keyof typeof palettes

declare module '@mantine/core' {
  export interface MantineThemeColorsOverride {
    colors: Record<PaletteName | (string & {}), MantineColorsTuple>
  }
}

/**
 * The Mantine theme. `styles/variables.css` contains its custom properties (written by theme.test.ts), so that pages do
 * not inline them.
 */
export const theme = createTheme({
  colors: palettes,
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  variantColorResolver: pickColors,
  white: '#ffffff',
  black: '#14231e',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-code)',
  headings: {
    fontFamily: 'var(--font-display)',
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.6rem, 1.3rem + 1.3vw, 2.25rem)' },
      h2: { fontSize: '1.2rem' },
      h3: { fontSize: '1.1rem' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  fontSizes: { xs: '0.78rem', sm: '0.9rem', md: '1rem', lg: '1.125rem', xl: '1.3rem' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '18px', xl: '28px' },
  shadows: {
    xs: 'var(--shadow-low)',
    sm: 'var(--shadow-low)',
    md: 'var(--shadow-mid)',
    lg: 'var(--shadow-mid)',
    xl: 'var(--shadow-high)',
  },
  components: {
    Alert: { defaultProps: { variant: 'soft' } },
    Badge: { ...leanStyles.Badge, defaultProps: { variant: 'soft', size: 'lg' } },
    Button: { ...leanStyles.Button, defaultProps: { size: 'md' } },
    Checkbox: leanStyles.Checkbox,
    // An option that is scrolled into view while its list opens then scrolls nothing else, such as a drawer.
    Combobox: { defaultProps: { floatingStrategy: 'fixed' } },
    DataList: { classNames: { itemValue: 'm-data-list-item-value' } },
    Fieldset: { classNames: { root: 'm-fieldset', legend: 'm-fieldset-legend' } },
    Group: leanStyles.Group,
    Input: leanStyles.Input,
    InputWrapper: leanStyles.InputWrapper,
    ModalRoot: { defaultProps: { centered: true } },
    ModalOverlay: { defaultProps: { backgroundOpacity: 0.45, blur: 2 } },
    ModalContent: { defaultProps: { radius: 'lg', bg: 'var(--surface)' } },
    MultiSelect: { defaultProps: { rightSection: chevron } },
    NativeSelect: { defaultProps: { rightSection: chevron } },
    NavLink: { classNames: { root: 'm-nav-link', label: 'm-nav-link-label' } },
    Paper: { defaultProps: { radius: 'lg' } },
    Select: { defaultProps: { rightSection: chevron } },
    Stack: leanStyles.Stack,
    Tabs: {
      defaultProps: { color: 'var(--accent)' },
      classNames: { root: 'm-tabs', list: 'm-tabs-list', tab: 'm-tabs-tab', panel: 'm-tabs-panel' },
    },
    ThemeIcon: { defaultProps: { variant: 'soft', radius: 'xl' } },
    Timeline: {
      defaultProps: { bulletSize: 40, lineWidth: 2 },
      classNames: { item: 'm-timeline-item', itemBullet: 'm-timeline-item-bullet' },
    },
    Title: leanStyles.Title,
  },
})

/** The roles of `styles/tokens.css` that `color` accepts with `variant="soft"`. */
export type Tone = 'good' | 'warn' | 'bad' | 'idle' | 'brand'

// Filled palettes are dark in the light scheme and bright in the dark one. Mantine considers only the light scheme.
function pickColors(...[input]: Parameters<VariantColorsResolver>): ReturnType<VariantColorsResolver> {
  const colors = defaultVariantColorsResolver(input)
  if (input.variant === 'soft') {
    const background = `var(--${input.color}-soft)`
    return { background, hover: background, color: `var(--${input.color})`, border: '1px solid transparent' }
  }
  const isPalette = (input.color ?? 'pine') in palettes
  return input.variant === 'filled' && isPalette ? { ...colors, color: 'light-dark(#ffffff, #06261e)' } : colors
}

function scale(shades: string): MantineColorsTuple {
  return shades.split(' ') as unknown as MantineColorsTuple
}
