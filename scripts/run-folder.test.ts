import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeOldFolders } from './run-folder.ts'

test('the folder of a run whose process is gone is removed, and no other', async () => {
  const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(gone, 'exit')
  const parent = mkdtempSync(join(tmpdir(), 'tandem-runs-'))
  const kept = [`tandem-run-${process.pid}-aaaaaa`, 'tandem-run-notes', 'tandem-bench-111111']
  for (const name of [...kept, `tandem-run-${gone.pid}-bbbbbb`])
    mkdirSync(join(parent, name, 'data'), { recursive: true })
  removeOldFolders(parent)
  expect(readdirSync(parent).toSorted()).toEqual(kept.toSorted())
  rmSync(parent, { recursive: true })
})
