import type { ChildProcess } from 'node:child_process'
import { TestNetwork, findFreePort } from '#test/support/network.ts'
import { PUBLIC_PAGES } from '#texts/public-pages.ts'

/** The product with the demo data. */
export interface PublicNetwork {
  network: TestNetwork
  /** The primary process; the workers are its children. */
  primary: ChildProcess
  /** The paths of all public pages; the last is the page of a merchant. */
  paths: string[]
  /** The page of a merchant. */
  merchantPath: string
}

/** Starts the network; the caller removes it. */
export async function startPublicNetwork(): Promise<PublicNetwork> {
  const network = new TestNetwork(await findFreePort(), { DEMO: '1' })
  const { primary } = await network.start()
  const map = await (await fetch(`${network.url}/sitemap.xml`)).text()
  const [merchantPath = ''] = /\/merchants\/\d+\/[\w-]+/.exec(map) ?? []
  if (!merchantPath) throw new Error('The sitemap names no merchant')
  return { network, primary, paths: [...Object.values(PUBLIC_PAGES), '/forget-password', merchantPath], merchantPath }
}
