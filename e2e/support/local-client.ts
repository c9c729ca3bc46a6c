import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { connectLocally } from '#test/support/local-connector.ts'

const PUBLIC_ADDRESS = '93.184.215.14'

/**
 * Makes an outbound client with a resolver and a connector of the test: every name has a public address, and every
 * connection leads to a local port, without encryption. Only these constructor arguments let it reach a page on this
 * machine; no setting of the product does.
 */
export function makeLocalClient(port: number): OutboundClient {
  return new OutboundClient({
    userAgent: 'Tandem test',
    resolve: async () => [PUBLIC_ADDRESS],
    connect: connectLocally(port),
  })
}
