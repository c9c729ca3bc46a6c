import { expect, test } from 'vitest'
import { themeVariables } from './theme-variables.ts'
import { theme } from './theme.ts'

test('the stylesheet of custom properties is the one that the theme gives', async () => {
  await expect(themeVariables(theme)).toMatchFileSnapshot('./styles/variables.css')
})
