import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** Answers each request with the same 302: the least work that `node:http` can do. */
function serve(port: number): void {
  const headers = { Location: 'https://shop.example/', 'Cache-Control': 'no-store', 'Content-Length': '0' }
  createServer((_request, response) => response.writeHead(302, headers).end()).listen(port, '127.0.0.1')
}

/** Starts this server with `processes` processes; killing the child ends all of them. */
export async function startBareRedirect(port: number, processes: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [import.meta.filename, String(port), String(processes)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

if (import.meta.main) {
  const [port, processes] = process.argv.slice(2).map(Number)
  if (cluster.isPrimary) {
    const workers = Array.from({ length: processes ?? 1 }, () => cluster.fork())
    await Promise.all(workers.map((worker) => once(worker, 'listening')))
    process.send?.('ready')
    process.on('disconnect', () => process.exit())
  } else {
    serve(port ?? 0)
  }
}
