import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whether this machine has nginx. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined

/** Starts an nginx that only answers `return 302`; returns undefined if none is installed. */
export async function startNginx(port: number, processes: number): Promise<ChildProcess | undefined> {
  if (!hasNginx) return undefined
  const server = `
    server {
      listen 127.0.0.1:${port};
      location / { add_header Cache-Control no-store; return 302 https://shop.example/; }
    }`
  return run({ http: server, ports: [port], processes })
}

/** A port of nginx, and the port to which it passes the requests. */
export interface Passage {
  port: number
  upstreamPort: number
}

/** Starts an nginx that passes requests on as examples/proxy/nginx.conf does, but without TLS. */
export async function startNginxProxy(passages: readonly Passage[], processes: number): Promise<ChildProcess> {
  const servers = passages.map(
    ({ port, upstreamPort }) => `
    upstream to_${upstreamPort} { server 127.0.0.1:${upstreamPort}; keepalive 64; }
    server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://to_${upstreamPort};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $remote_addr;
      }
    }`,
  )
  return run({ http: servers.join('\n'), ports: passages.map(({ port }) => port), processes })
}

interface Nginx {
  /** The servers, in nginx's configuration language. */
  http: string
  ports: readonly number[]
  processes: number
}

async function run({ http, ports, processes }: Nginx): Promise<ChildProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-nginx-'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, { http, processes }))
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], { stdio: 'ignore' })
  for (let waitedMs = 0; waitedMs < 3000; waitedMs += 50) {
    if ((await Promise.all(ports.map(answers))).every(Boolean)) return child
    await sleep(50)
  }
  throw new Error(`nginx did not start, see ${folder}`)
}

function configuration(folder: string, { http, processes }: Pick<Nginx, 'http' | 'processes'>): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp;`,
  )
  return `
    daemon off; worker_processes ${processes}; pid ${folder}/pid;
    events { worker_connections 1024; }
    http {
      access_log off; keepalive_requests 100000000; ${temporary.join(' ')}
      ${http}
    }`
}

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' })
    return true
  } catch {
    return false
  }
}
