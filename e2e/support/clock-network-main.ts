import { runInOneProcess } from '#app/development.ts'
import { readConfig } from '#platform/server/config.ts'
import { makeLocalClient } from './local-client.ts'

/* Runs the network of `ClockNetwork`. The web servers that its outbound client reaches are those of SITE_PORT. */
await runInOneProcess(readConfig(process.env), { outbound: makeLocalClient(Number(process.env['SITE_PORT'])) })
