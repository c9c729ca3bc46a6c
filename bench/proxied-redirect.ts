import { availableParallelism } from 'node:os'
import { BROWSER } from '#test/support/click-fixtures.ts'
import { findFreePort } from '#test/support/network.ts'
import { BARE_ANSWERS, startBareServer } from './support/bare-server.ts'
import { startClickNetwork } from './support/click-network.ts'
import { generator, loadHttp } from './support/http-load.ts'
import { hasNginx, startNginxProxy } from './support/nginx.ts'
import { atLeast, describeSpeed, measureInTurns, medianOf, medianRatio, perRequestUs, say } from './support/rounds.ts'

const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 128
/** The target, as a share of bare node:http behind the same nginx. */
const TARGET = 0.8

const NAME = `behind nginx, ${CONNECTIONS} connections`

/** Measures redirects of the tracking listener behind nginx, beside a bare server behind the same nginx. */
async function main(): Promise<void> {
  if (!hasNginx) {
    say(NAME, 'skipped, because nginx is not installed')
    return
  }
  const processes = availableParallelism()
  const bareAt = { port: await findFreePort(), upstreamPort: await findFreePort() }
  const productAt = { port: await findFreePort(), upstreamPort: await findFreePort() }
  const env = { TRACKING_PORT: String(productAt.upstreamPort), TRUST_PROXY: 'loopback' }
  const product = await startClickNetwork(processes, env)
  const bare = await startBareServer(BARE_ANSWERS.redirect, { port: bareAt.upstreamPort, processes })
  const nginx = await startNginxProxy([bareAt, productAt], processes)
  const load = ({ port }: { port: number }) => {
    const url = product.url.replace(product.network.url, `http://127.0.0.1:${port}`)
    return loadHttp({ url, headers: { 'User-Agent': BROWSER }, connections: CONNECTIONS, seconds: SECONDS })
  }
  const servers = [
    { name: 'bare', root: bare, load: () => load(bareAt) },
    { name: 'product', root: product.primary, load: () => load(productAt) },
  ]
  try {
    await measureInTurns(servers, 1)
    printResult(await measureInTurns(servers, ROUNDS))
  } finally {
    nginx.kill()
    bare.kill()
    await product.close()
  }
}

function printResult(runs: Awaited<ReturnType<typeof measureInTurns>>): void {
  const [product = [], bare = []] = [runs.get('product'), runs.get('bare')]
  const [speed, bareSpeed] = [describeSpeed(product), describeSpeed(bare)]
  const errors = product.reduce((sum, run) => sum + run.errors, 0)
  const ofBare = medianRatio(product, bare)
  say(NAME, `${speed.perSecond} by ${generator}, ${speed.percentiles}, ${errors} errors`)
  say(NAME, `${ofBare.toFixed(2)} of bare node:http there (${bareSpeed.perSecond})`, atLeast(ofBare, TARGET))
  const idle = medianOf(product, ({ idleShare }) => idleShare * 100).toFixed(0)
  const [cost, bareCost] = [medianOf(product, perRequestUs).toFixed(0), medianOf(bare, perRequestUs).toFixed(0)]
  say(NAME, `processors idle ${idle} %, ${cost} µs of processor time per request without nginx (bare ${bareCost} µs)`)
}

await main()
