import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// Browsers that know `light-dark()`: the palette of both schemes is written once and needs no script.
const browsers = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: { target: browsers, cssTarget: browsers, assetsInlineLimit: 0 },
  // The server parses the messages when it starts (src/texts/catalogue.ts), so the pages carry only what fills them in.
  resolve:
    command === 'build'
      ? { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] }
      : {},
  // Bundling the kit into the server build makes the first request ten times faster; in dev it would only slow the
  // reload.
  ssr: command === 'build' ? { noExternal: [/^@mantine\//, /^@tabler\//, 'use-intl'] } : {},
  // Without the entries Vite finds dependencies while the first page loads and answers 504 for the outdated ones.
  optimizeDeps: {
    entries: ['src/root.tsx', 'src/entry.client.tsx', 'src/pages/**/*.tsx', 'src/domains/*/web/**/*.tsx'],
  },
}))
