import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** The constant answers of the bare servers: as the product would answer, without its work. */
const answers = {
  redirect: {
    status: 302,
    headers: { Location: 'https://shop.example/', 'Cache-Control': 'no-store' },
    body: '',
  },
  postback: {
    status: 200,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: JSON.stringify({ result: 'recorded', reason: null, transaction_id: crypto.randomUUID() }),
  },
} as const

type Answer = keyof typeof answers

/** Answers each request in the same way: the least work that `node:http` can do. */
function serve(answer: Answer, port: number): void {
  const { status, body, ...rest } = answers[answer]
  const headers = { ...rest.headers, 'Content-Length': body.length }
  createServer((_request, response) => response.writeHead(status, headers).end(body)).listen(port, '127.0.0.1')
}

/** Starts this server with `processes` processes; killing the child ends all of them. */
export async function startBareServer(
  answer: Answer,
  { port, processes }: { port: number; processes: number },
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [import.meta.filename, answer, String(port), String(processes)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

if (import.meta.main) {
  const [answer, port, processes] = process.argv.slice(2)
  if (cluster.isPrimary) {
    const workers = Array.from({ length: Number(processes) }, () => cluster.fork())
    await Promise.all(workers.map((worker) => once(worker, 'listening')))
    process.send?.('ready')
    process.on('disconnect', () => process.exit())
  } else {
    serve(answer as Answer, Number(port))
  }
}
