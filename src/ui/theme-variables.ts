import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import type { MantineThemeOverride } from '@mantine/core'

const UNUSED_PALETTES = [
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
  'pink',
]

/** Variables that no component of ours uses: numbered shades of the primary colour, small headings, breakpoints. */
const UNUSED = /^--mantine-(primary-color-\d|h[456]-|breakpoint-)/

/** Variants of the palettes that no component of ours uses. */
const UNUSED_VARIANT = /^--mantine-color-(\w+-(outline|text)|(dark|gray)-(light|filled-hover)|red-light)/

/** The shades of the accents, which only other variables use. */
const ACCENT_SHADE = /^--mantine-color-(pine|red)-\d$/

/** Variables that our tokens define instead of Mantine. */
const roles: Record<string, string> = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-faint)',
  '--mantine-color-anchor': 'var(--brand)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--good)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-bright': 'var(--ink)',
}

/**
 * Builds the style sheet of Mantine's custom properties for a theme. Values that differ between the colour schemes use
 * `light-dark()`, so that they apply before any script runs.
 */
export function themeVariables(override: MantineThemeOverride): string {
  const { variables, ...schemes } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, override))
  const light: Record<string, string> = { ...schemes.light }
  const dark: Record<string, string> = { ...schemes.dark }
  const both = Object.keys(light)
    .filter((name) => name !== '--mantine-color-scheme')
    .map((name) => [name, pair(light[name], dark[name])])
  const all: Record<string, string> = { ...variables, ...Object.fromEntries(both), ...roles }
  const used = Object.entries(all).filter(
    ([name]) =>
      !UNUSED.test(name) &&
      !UNUSED_VARIANT.test(name) &&
      !UNUSED_PALETTES.some((palette) => name.startsWith(`--mantine-color-${palette}-`)),
  )
  const isNamed = (name: string) => used.some(([, value]) => value.includes(`var(${name})`))
  const lines = used
    .filter(([name]) => !ACCENT_SHADE.test(name) || isNamed(name))
    .map(([name, value]) => `  ${name}: ${value};`)
  return `/* Written by src/ui/theme.test.ts from src/ui/theme.ts (vitest -u). */\n:root {\n${lines.join('\n')}\n}\n`
}

function pair(light = '', dark = light): string {
  return light === dark ? light : `light-dark(${light}, ${dark})`
}
