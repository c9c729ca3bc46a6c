import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// The oldest browsers with `light-dark()`, which lets one style sheet define both colour schemes without a script.
const browsers = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

const MANTINE = /\/node_modules\/@mantine\/core\//

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[] } | null
}

/** Public pages have no Mantine, so what uses it is of the console. */
function nameConsoleParts(id: string, graph: ModuleGraph): string | null {
  const isMantine = (each: string) => MANTINE.test(each)
  return isMantine(id) || graph.getModuleInfo(id)?.importedIds.some(isMantine) ? 'console' : null
}

/**
 * What many pages share is one file each. In the parts that Rolldown makes, it would be 5 and 13 kB larger, and each
 * page of the console would name and load forty files more. Public pages use what `site` matches.
 */
const GROUPS = [
  { name: 'react', test: /\/node_modules\/(react|react-router)\// },
  {
    name: 'site',
    test: /\/node_modules\/(@tabler|clsx)\/|\/src\/(kernel\/|platform\/|ui\/form-state)/,
    minShareCount: 40,
  },
  {
    name: nameConsoleParts,
    debugName: 'console',
    test: /\/node_modules\/@mantine\/core\/|\/src\/(ui|domains)\//,
    minShareCount: 50,
  },
]

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
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: GROUPS } } },
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
