import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The demo shop in a process of its own. */
export interface Shop {
  url: string
  stop(): Promise<void>
}

/** Starts `examples/demo-shop` with the postback secret of its advertiser. */
export async function startShop(settings: { port: number; networkUrl: string; token: string }): Promise<Shop> {
  const shop = spawn(process.execPath, ['examples/demo-shop/shop.ts'], {
    env: {
      ...process.env,
      SHOP_PORT: String(settings.port),
      TANDEM_URL: settings.networkUrl,
      POSTBACK_TOKEN: settings.token,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shop.stdout, 'data')
  return {
    url: `http://localhost:${settings.port}`,
    stop: async () => {
      const ended = once(shop, 'exit')
      shop.kill('SIGTERM')
      await ended
    },
  }
}
