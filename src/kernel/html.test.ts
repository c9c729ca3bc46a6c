import { expect, test } from 'vitest'
import { escapeHtml } from './html.ts'

test('escapes text for elements and attributes', () => {
  expect(escapeHtml(`<b title="x" class='y'>&amp;</b>`)).toBe(
    '&lt;b title=&quot;x&quot; class=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;',
  )
  expect(escapeHtml('Müller 💶 ok')).toBe('Müller 💶 ok')
})
