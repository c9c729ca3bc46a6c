import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** A constant answer. */
export interface BareAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Answers as the product would give them, without its work. */
export const BARE_ANSWERS = {
  redirect: {
    status: 302,
    headers: { Location: 'https://shop.example/', 'Cache-Control': 'no-store' },
    body: Buffer.alloc(0),
  },
  postback: {
    status: 200,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: Buffer.from(JSON.stringify({ result: 'recorded', reason: null, transaction_id: crypto.randomUUID() })),
  },
} satisfies Record<string, BareAnswer>

/** Answers each request in the same way: the least work that `node:http` can do. */
function serve({ status, body, ...rest }: BareAnswer, port: number): void {
  const headers = { ...rest.headers, 'Content-Length': body.length }
  createServer((_request, response) => response.writeHead(status, headers).end(body)).listen(port, '127.0.0.1')
}

/** Starts this server with `processes` processes; killing the child ends all of them. */
export async function startBareServer(
  answer: BareAnswer,
  { port, processes }: { port: number; processes: number },
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [import.meta.filename, String(port), String(processes)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, BARE_ANSWER: JSON.stringify({ ...answer, body: answer.body.toString('base64') }) },
  })
  await once(child, 'message')
  return child
}

if (import.meta.main) {
  const [port, processes] = process.argv.slice(2)
  if (cluster.isPrimary) {
    const workers = Array.from({ length: Number(processes) }, () => cluster.fork())
    await Promise.all(workers.map((worker) => once(worker, 'listening')))
    process.send?.('ready')
    process.on('disconnect', () => process.exit())
  } else {
    const { body, ...answer } = JSON.parse(process.env['BARE_ANSWER'] ?? '') as BareAnswer & { body: string }
    serve({ ...answer, body: Buffer.from(body, 'base64') }, Number(port))
  }
}
