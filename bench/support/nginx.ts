import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Starts an nginx that only answers `return 302`; returns undefined if none is installed. */
export async function startNginx(port: number, processes: number): Promise<ChildProcess | undefined> {
  if (spawnSync('nginx', ['-v']).error !== undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'tandem-nginx-'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, { port, processes }))
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], { stdio: 'ignore' })
  for (let waitedMs = 0; waitedMs < 3000; waitedMs += 50) {
    if (await answers(port)) return child
    await sleep(50)
  }
  throw new Error(`nginx did not start, see ${folder}`)
}

function configuration(folder: string, { port, processes }: { port: number; processes: number }): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp;`,
  )
  return `
    daemon off; worker_processes ${processes}; pid ${folder}/pid;
    events { worker_connections 1024; }
    http {
      access_log off; keepalive_requests 100000000; ${temporary.join(' ')}
      server {
        listen 127.0.0.1:${port};
        location / { add_header Cache-Control no-store; return 302 https://shop.example/; }
      }
    }`
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' })).status === 302
  } catch {
    return false
  }
}
