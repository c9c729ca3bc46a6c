import { join } from 'node:path'

/** A network that belongs to one worker of Playwright. */
export interface Network {
  port: number
  baseURL: string
  dataDir: string
}

// scripts/e2e.ts prepares the networks and passes their home directory and ports.
const home = process.env['E2E_HOME']
const ports = process.env['E2E_PORTS']?.split(',').map(Number)
if (home === undefined || ports === undefined) throw new Error('Run the browser tests with: npm run e2e')

const prepared: Network[] = ports.map((port, index) => ({
  port,
  baseURL: `http://127.0.0.1:${port}`,
  dataDir: join(home, String(index)),
}))

/** The networks, one for each worker, all with the same demo data. */
export const networks = prepared.slice(0, -1)

/** Returns the network that does not run until a test starts it, because the test sets its clock forward. */
export function getClockNetwork(): Network {
  const network = prepared.at(-1)
  if (network === undefined) throw new Error('No network is prepared.')
  return network
}

let chosen: Network | undefined

/** Lets the helpers of a spec work with another network than that of the worker; without one, with that again. */
export function chooseNetwork(network?: Network): void {
  chosen = network
}

/** Returns the network of this worker. Playwright gives a worker that replaces another the same index. */
export function getOwnNetwork(): Network {
  const network = chosen ?? networks[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]
  if (network === undefined) throw new Error(`There are only ${networks.length} networks.`)
  return network
}
