import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // `scripts/build.ts` builds aside and moves the finished site into place.
  buildDirectory: process.env['BUILD_DIRECTORY'] ?? 'build',
  ssr: true,
  // The map of the site comes in parts: whole, it would be bigger than most pages, and see `createPageHandler`.
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
} satisfies Config
