import { startProcess } from './child-process.ts'
import type { ChildProcess } from './child-process.ts'

/** The demo shop in a process of its own. */
export interface Shop extends ChildProcess {
  url: string
}

/** Starts `examples/demo-shop` with the postback secret of its advertiser. */
export async function startShop(settings: { port: number; networkUrl: string; token: string }): Promise<Shop> {
  const shop = await startProcess('examples/demo-shop/shop.ts', {
    SHOP_PORT: String(settings.port),
    TANDEM_URL: settings.networkUrl,
    POSTBACK_TOKEN: settings.token,
  })
  return { ...shop, url: `http://localhost:${settings.port}` }
}
