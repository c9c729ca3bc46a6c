// `npm run look`: draws every page for its reader into contact sheets, which a person looks at.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { readSignIns } from '#app/demo.ts'
import type { DemoSignIns, SignIn } from '#app/demo.ts'
import { testContext } from '#test/support/context.ts'
import { seedAccount, seedMerchant, seedPublisher } from '../seeds/accounts.ts'
import { DEMO_SHOP } from '../seeds/merchants/shops.ts'
import { PUBLISHERS } from '../seeds/people.ts'
import { findBrowser } from '../test/support/browser.ts'
import { TestNetwork, findFreePort } from '../test/support/network.ts'
import { buildWhenStale } from './build.ts'
import { drawLook } from './look-pages.ts'
import type { Look } from './look-pages.ts'
import { writeSheets } from './look-sheets.ts'
import { useRunFolder } from './run-folder.ts'

const usual: readonly Look[] = [
  { data: 'demo', width: 390, scheme: 'light', locale: 'en' },
  { data: 'demo', width: 1440, scheme: 'dark', locale: 'zh' },
  { data: 'empty', width: 390, scheme: 'light', locale: 'en' },
]

const all: readonly Look[] = (['demo', 'empty'] as const).flatMap((data) =>
  [390, 768, 1440].flatMap((width) =>
    (['light', 'dark'] as const).flatMap((scheme) =>
      (['en', 'zh'] as const).map((locale) => ({ data, width, scheme, locale })),
    ),
  ),
)

const { values, positionals } = parseArgs({ options: { all: { type: 'boolean' } }, allowPositionals: true })
const target = mkdtempSync(join(tmpdir(), 'tandem-look-'))
useRunFolder()
process.exitCode = (await buildWhenStale()) ? await drawAll(values.all ? all : usual, positionals) : 1

/** Draws the addresses, or all pages without any, and prints where the sheets are. */
async function drawAll(looks: readonly Look[], addresses: readonly string[]): Promise<number> {
  const networks = {
    demo: new TestNetwork(await findFreePort(), { WORKERS: '1', DEMO: '1' }),
    empty: new TestNetwork(await findFreePort(), { WORKERS: '1' }),
  }
  const browser = await chromium.launch(await findBrowser())
  try {
    process.stdout.write('starting two networks…\n')
    await Promise.all([networks.demo.start(), networks.empty.start()])
    const logins = { demo: readSignIns(networks.demo.dataDir), empty: await fillEmpty(networks.empty) }
    for (const look of looks) {
      const signIns = logins[look.data]
      if (signIns === undefined) throw new Error('The network has no demo data.')
      const drawn = await drawLook(browser, { look, signIns, url: networks[look.data].url, addresses })
      const name = Object.values(look).join('-')
      const count = await writeSheets(browser, drawn, join(target, name))
      process.stdout.write(`${name}: ${drawn.length} pages on ${count} sheets\n`)
    }
    process.stdout.write(`${target}\n`)
    return 0
  } finally {
    await browser.close()
    await Promise.all([networks.demo.remove(), networks.empty.remove()])
  }
}

/** Makes an account of each role: a publisher with its sites, and a brand with an open programme that nobody joined. */
async function fillEmpty(network: TestNetwork): Promise<DemoSignIns> {
  const login = (role: string): SignIn => ({ email: `${role}@empty.example`, password: 'correct-horse' })
  const signIns = { publisher: login('publisher'), advertiser: login('advertiser'), operator: login('operator') }
  const db = network.connect()
  const ctx = testContext(db, 'look', new Date())
  await seedAccount(ctx, { ...signIns.operator, role: 'operator', displayName: 'Ada' })
  const { accountId } = await seedAccount(ctx, { ...signIns.advertiser, role: 'advertiser', displayName: 'Ada' })
  await seedMerchant(ctx, DEMO_SHOP, { accountId })
  const publisher = await seedAccount(ctx, { ...signIns.publisher, role: 'publisher', displayName: 'Ada' })
  for (const sample of PUBLISHERS.slice(0, 1)) await seedPublisher(ctx, sample, publisher.accountId)
  await db.destroy()
  return signIns
}
