import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/support/source-files.ts'
import { themeVariables } from './theme-variables.ts'
import { theme } from './theme.ts'
import type { Tone } from './theme.ts'

test('the style sheet of custom properties matches the theme', async () => {
  await expect(themeVariables(theme)).toMatchFileSnapshot('./styles/variables.css')
})

/** Components that are drawn with `variant="soft"` unless they say otherwise. */
const SOFT = ['Alert', 'Badge', 'ThemeIcon']
const TONES: readonly string[] = ['good', 'warn', 'bad', 'idle', 'brand'] satisfies Tone[]

test('every colour that a component names is one of the theme', () => {
  const wrong = listFiles(['src/**/*.tsx']).flatMap((path) =>
    [...readText(path).matchAll(/<([A-Z]\w*)(?:\s[^<>]*)?\scolor=("[^"]*"|\{[^}]*\})/g)].flatMap(
      ([, component = '', given = '']) => {
        const isTone = SOFT.includes(component)
        const names = [...given.matchAll(/["']([^"']+)["']/g)].map(([, name = '']) => name)
        const isKnown = (name: string) =>
          isTone ? TONES.includes(name) : name.startsWith('var(--') || Object.hasOwn(theme.colors ?? {}, name)
        return names.filter((name) => !isKnown(name)).map((name) => `${path}: <${component} color="${name}">`)
      },
    ),
  )
  expect(wrong).toEqual([])
})
