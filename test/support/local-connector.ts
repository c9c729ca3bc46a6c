import { connect } from 'node:net'
import type { Connector } from '#platform/server/outbound/outbound-client.ts'

/**
 * Builds a connector that checks the addresses of a host like a real one, and then connects to a port of this machine.
 */
export function connectLocally(port: number): Connector {
  return ({ host, lookup }) =>
    connect({
      host,
      port,
      lookup: (name, options, callback) =>
        lookup(name, options, (error) =>
          callback(error, options.all ? [{ address: '127.0.0.1', family: 4 }] : '127.0.0.1', 4),
        ),
    })
}
