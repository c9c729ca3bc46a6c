import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// The oldest browsers with `light-dark()`, which lets one style sheet define both colour schemes without a script.
const browsers = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

const REACT = /\/node_modules\/(react|react-router)\//

/**
 * Lists what is loaded together with a part that is loaded on first use. Charts and calendars have large files of their
 * own. Of other parts the page has nearly all files already, and a list of them would be a kilobyte of each page.
 */
function listPreloads(file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  if (hostType === 'html' || /chart|date|calendar/i.test(file)) return files
  return files.filter((each) => each === file || each.endsWith('.css'))
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [reactRouter()],
  build: {
    target: browsers,
    cssTarget: browsers,
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: listPreloads },
    // Every page needs both. In one file they are 5 kB smaller than in the parts that Rolldown makes.
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: [{ name: 'react', test: REACT }] } } },
  },
  // The server parses the messages when it starts (src/texts/catalogue.ts), so pages load only the formatter.
  resolve:
    command === 'build'
      ? { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] }
      : {},
  // Bundling Mantine into the server build makes the first request ten times faster; in dev it would only slow the
  // reload.
  ssr: command === 'build' ? { noExternal: [/^@mantine\//, /^@tabler\//, 'use-intl'] } : {},
  // Without the entries Vite finds dependencies while the first page loads and answers 504 for the outdated ones.
  optimizeDeps: {
    entries: ['src/root.tsx', 'src/entry.client.tsx', 'src/pages/**/*.tsx', 'src/domains/*/*/web/**/*.tsx'],
  },
}))
