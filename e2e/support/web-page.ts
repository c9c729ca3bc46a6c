import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of a test, on a port of its own. */
export interface WebServer {
  port: number
  url: string
  close: () => void
}

/** Starts a server for the pages of a test. */
export async function serve(answer: RequestListener): Promise<WebServer> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
