import { Badge, Button, Group, MantineProvider, NativeSelect } from '@mantine/core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import type { ElementType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

function draw(component: ElementType, look: object, text?: string): string {
  const provider = { theme, withCssVariables: false, withStaticClasses: false }
  return renderToStaticMarkup(createElement(MantineProvider, provider, createElement(component, look, text)))
}

test('usual looks stand in the style sheets and not in each component', () => {
  for (const size of ['xs', 'sm', 'md', 'compact-sm', 'compact-md']) {
    for (const variant of ['default', 'filled', 'subtle', undefined]) {
      const look = { size, ...(variant ? { variant } : {}) }
      const html = draw(Button, look, 'Save')
      expect(html).toContain('m-button')
      expect(html, JSON.stringify(look)).not.toContain('style=')
    }
  }
  expect(draw(Group, {}, 'text')).not.toContain('style=')
  const select = draw(NativeSelect, { size: 'sm', label: 'Method', data: ['one'] })
  expect(select).not.toMatch(/style=|<svg/)
})

test('other looks stay in the component', () => {
  expect(draw(Button, { color: 'red' }, 'Delete')).toContain('--button-bg:var(--mantine-color-red-filled)')
  expect(draw(Button, { size: 'xl' }, 'Save')).toContain('--button-height:var(--button-height-xl)')
  expect(draw(Badge, { color: 'good' }, 'Paid')).toContain('style="--badge-bg:var(--good-soft)')
  const html = draw(Group, { gap: 'xs', justify: 'end' }, 'text')
  expect(html).toContain('style="--group-gap:var(--mantine-spacing-xs);--group-justify:end"')
})

test('the style sheets know each class of the theme, and no other', () => {
  const files = ['buttons.css', 'console.css'].map((name) =>
    readFileSync(join(import.meta.dirname, 'styles', name), 'utf8'),
  )
  const known = new Set(files.join('').match(/(?<=\.)m-[a-z-]+/g))
  const given = Object.values(
    (theme.components ?? {}) as Record<string, { classNames?: Record<string, string> }>,
  ).flatMap(({ classNames = {} }) => Object.values(classNames))
  expect(known).toEqual(new Set([...given, 'm-chevron']))
})
