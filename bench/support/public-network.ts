import { TestNetwork, findFreePort } from '#test/support/network.ts'
import { PUBLIC_PAGES } from '#texts/public-pages.ts'

/** The real program with the sample world, as a visitor meets it. */
export interface PublicNetwork {
  network: TestNetwork
  /** Paths of all public pages, one page of a merchant at the end. */
  paths: string[]
  /** The page of a merchant. */
  merchantPath: string
}

/** Starts it; the caller removes the network. */
export async function startPublicNetwork(): Promise<PublicNetwork> {
  const network = new TestNetwork(await findFreePort(), { DEMO: '1' })
  await network.start()
  const map = await (await fetch(`${network.url}/sitemap.xml`)).text()
  const [merchantPath = ''] = /\/merchants\/\d+\/[\w-]+/.exec(map) ?? []
  if (!merchantPath) throw new Error('The sitemap names no merchant')
  return { network, paths: [...Object.values(PUBLIC_PAGES), '/forget-password', merchantPath], merchantPath }
}
