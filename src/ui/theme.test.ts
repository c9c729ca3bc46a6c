import { expect, test } from 'vitest'
import { themeVariables } from './theme-variables.ts'
import { theme } from './theme.ts'

test('the style sheet of custom properties matches the theme', async () => {
  await expect(themeVariables(theme)).toMatchFileSnapshot('./styles/variables.css')
})
